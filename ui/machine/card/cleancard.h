// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QWidget>

class QListWidget;
class QPushButton;

namespace ui {

class ToneLabel;

/// Removes files of this profile from a machine: lists them, then asks once, with the focus on Cancel.
class CleanCard final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CleanCard)

public:
    CleanCard(engine::EngineClient &client, const engine::ResourceId &machine, QWidget *parent = nullptr);

    void begin();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

signals:
    void failed(const engine::Error &error);
    void cleaned(int count);

private:
    void call(bool dryRun);
    void showPaths(const QStringList &paths);

    engine::EngineClient &m_client;
    engine::ResourceId m_machine;
    ToneLabel *m_words;
    QListWidget *m_paths;
    QPushButton *m_cancel;
    QPushButton *m_sure;
    bool m_isRunning = false;
};

} // namespace ui
