// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engineclient.h"

#include <QFrame>
#include <QPointer>

class QPushButton;

namespace models {
class FileTaskWatch;
}

namespace ui {

class Banner;
class ToneLabel;

/// Before something is deleted for good: what it is, how many files and bytes it holds, and that this cannot be undone.
class RemovalPanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RemovalPanel)

public:
    explicit RemovalPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    void ask(const QList<engine::Location> &files); ///< of one folder; counts them first
    void takeFocus(); ///< Cancel has it
    [[nodiscard]] bool isSettled() const { return m_watch.isNull(); }

signals:
    void removed(const engine::Location &folder); ///< what was in it
    void closed(); ///< removed, or not

private:
    void arrange();
    void measure();
    void showCount(const engine::FileCount &count, bool isWhole);
    void remove();
    void close();

    engine::EngineClient &m_client;
    QList<engine::Location> m_files;
    engine::FileTaskRequest m_request;
    ToneLabel *m_title;
    ToneLabel *m_count;
    ToneLabel *m_note;
    Banner *m_banner;
    QPushButton *m_cancel;
    QPushButton *m_remove;
    QPointer<models::FileTaskWatch> m_watch;
};

} // namespace ui
