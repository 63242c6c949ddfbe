// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QPointer>
#include <QTimer>

namespace models {

/// Begins something that is done to files, and asks how far it is until it has ended. Its destruction ends it, and
/// tells nothing.
class FileTaskWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileTaskWatch)

public:
    FileTaskWatch(engine::EngineClient &client, const engine::FileTaskRequest &request, QObject *parent);
    ~FileTaskWatch() override;

    /// Ends it before it is through, were it not even begun. Then ended() comes with what was done until then, once the
    /// engine has said it.
    void stop();

signals:
    void progressed(const engine::FileTaskSnapshot &task);
    /// The last that is known, also of one that nobody can ask for any more; it deletes itself after it.
    void ended(const engine::FileTaskSnapshot &task);

private:
    void ask();
    void take(const engine::Result<engine::FileTaskSnapshot> &task);
    void askLast();
    void end();

    const QPointer<engine::EngineClient> m_client; ///< it may be its parent, and gone first
    QString m_id; ///< empty: not begun, or ended
    engine::FileTaskSnapshot m_known;
    bool m_isStopped = false;
    QTimer m_pause;
};

} // namespace models
