// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QWidget>

class QPushButton;
class QSpinBox;

namespace ui {

class Banner;
class Segments;
class ToneLabel;

/// Editor of a cluster's target size: a number, or a range for automatic scale.
class ScalePanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScalePanel)

public:
    ScalePanel(engine::EngineClient &client, const engine::ResourceId &cluster, QWidget *parent = nullptr);

    /// \a settings: scaleSettings of the document; keeps fields that are being edited.
    void setScale(const QJsonObject &settings);

private:
    [[nodiscard]] QSpinBox *newNumber(const QString &name, const QString &accessibleName);
    void fill(const QJsonObject &settings);
    void check();
    void save();
    [[nodiscard]] QJsonObject typed() const;
    [[nodiscard]] bool isAutomatic() const;

    engine::EngineClient &m_client;
    engine::ResourceId m_cluster;
    QJsonObject m_settings; // of the cluster
    Banner *m_banner;
    Segments *m_kind;
    QSpinBox *m_target;
    QSpinBox *m_least;
    QSpinBox *m_most;
    QWidget *m_range;
    ToneLabel *m_words;
    QPushButton *m_save;
    QPushButton *m_revert;
};

} // namespace ui
