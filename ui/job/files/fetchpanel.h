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

/// Editor of the rules for files that are fetched to this computer after a job's end, with the state of each.
class FetchPanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FetchPanel)

public:
    explicit FetchPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    void setJob(const engine::JobSnapshot &job); ///< keeps rows that are being edited
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
    QJsonArray m_rules; ///< of the engine, without their states
    RowsEditor *m_rows;
    ToneLabel *m_states;
    Banner *m_banner;
    QPushButton *m_save;
    bool m_isSaving = false;
};

} // namespace ui
