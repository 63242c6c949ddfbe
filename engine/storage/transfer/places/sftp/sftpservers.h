// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftppipe.h"

#include <QSet>

#include <mutex>

namespace engine {

/// Which processes of a machine serve a transfer by SFTP. One whose session was lost still does what it has heard of,
/// whenever it comes to it, and nobody can end it: who goes on with its files waits until it is through. They are noted
/// beside the journal; known only where the server lets us see /proc. Any thread, but for awaitEarlier().
class SftpServers final
{
    Q_DISABLE_COPY_MOVE(SftpServers)

public:
    /// \a boot: which start of the machine this is; empty: nobody knows, and nothing is noted.
    SftpServers(const QString &journal, QByteArray boot) : m_file(fileOf(journal)), m_boot(std::move(boot)) { }

    /// Waits a while until those that earlier runs noted have ended, or have nothing to do any more (whose way was lost
    /// in silence may stay for hours). Errors: the client's; Unreachable when one is still at work.
    [[nodiscard]] Result<void> awaitEarlier(SftpClient &client);
    /// Notes the one at the other end of \a pipe, on the way of what else is asked there.
    Result<void> note(SftpPipe &pipe);
    static void forget(const QString &journal);

private:
    [[nodiscard]] static QString fileOf(const QString &journal) { return journal + QStringLiteral(".servers"); }
    void add(const QByteArray &server);

    QString m_file;
    QByteArray m_boot;
    std::mutex m_mutex; // of what follows, and the file
    QSet<QByteArray> m_noted;
};

} // namespace engine
