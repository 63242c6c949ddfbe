// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QWidget>

class QPushButton;

namespace ui {

class Banner;
class RowsEditor;
class ToneLabel;

/// Editor of the tags of a group or a workspace.
class TagsPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TagsPanel)

public:
    TagsPanel(engine::EngineClient &client, const engine::ResourceId &id, QWidget *parent = nullptr);

    void setTags(const QJsonObject &tags); ///< keeps rows that are being edited

private:
    void check();
    void save();
    [[nodiscard]] QJsonObject typed() const;
    [[nodiscard]] QString fault() const;

    engine::EngineClient &m_client;
    engine::ResourceId m_id;
    QJsonObject m_tags;
    Banner *m_banner;
    RowsEditor *m_rows;
    ToneLabel *m_verdict;
    QPushButton *m_save;
    QPushButton *m_revert;
};

} // namespace ui
