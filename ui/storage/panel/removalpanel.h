// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QFrame>
#include <QPointer>

class QPushButton;

namespace models {
class FileTaskWatch;
class FileWork;
} // namespace models

namespace ui {

class Banner;
class ToneLabel;

/// Confirms a permanent deletion: names, number of files and bytes. A running deletion outlives the panel.
class RemovalPanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RemovalPanel)

public:
    RemovalPanel(engine::EngineClient &client, models::FileWork &work, QWidget *parent = nullptr);

    void ask(const QList<engine::Location> &files); ///< of one folder; counts their content first
    void takeFocus(); ///< to Cancel
    [[nodiscard]] bool isSettled() const { return m_counting.isNull() && m_removing == 0; }

signals:
    void failed(const engine::Error &error); ///< while the panel is hidden
    void closed(); ///< after the deletion or cancellation

private:
    void arrange();
    void measure();
    void showCount(const engine::FileCount &count, bool isWhole);
    void remove();
    void showRemoval(int number, const engine::FileTaskSnapshot &task);
    void endRemoval(int number, const engine::FileTaskSnapshot &task);
    void close();

    engine::EngineClient &m_client;
    models::FileWork &m_work;
    engine::FileTaskRequest m_request;
    ToneLabel *m_title;
    ToneLabel *m_count;
    ToneLabel *m_note;
    Banner *m_banner;
    QPushButton *m_cancel;
    QPushButton *m_remove;
    QPointer<models::FileTaskWatch> m_counting;
    int m_removing = 0; // number of the deletion in FileWork; 0: none
};

} // namespace ui
