// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QFrame>

class QPushButton;

namespace ui {

class Banner;
class RowsEditor;
class ToneLabel;

/// What is brought to this computer once a job is over: its rules as rows to be edited, and what came of each.
class FetchPanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FetchPanel)

public:
    explicit FetchPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    void setJob(const engine::JobSnapshot &job); ///< what is being edited stays
    void takeFocus();

signals:
    void closed();

private:
    void arrange();
    void showRules();
    void check();
    void save();
    void showFaults(const engine::Error &error);
    [[nodiscard]] QJsonArray typed() const;

    engine::EngineClient &m_client;
    engine::JobSnapshot m_job;
    QJsonArray m_rules; ///< as the engine has them, without what came of them
    RowsEditor *m_rows;
    ToneLabel *m_states;
    Banner *m_banner;
    QPushButton *m_save;
    bool m_isSaving = false;
};

} // namespace ui
