// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftppipe.h"

#include <QSet>

#include <mutex>

namespace engine {

/// The server processes of a machine that serve a transfer by SFTP. The server of a lost session still carries out the
/// requests that it has received, and cannot be ended: a later run waits for its end. The processes are noted beside
/// the journal; they are known only where the server can read /proc. Any thread, except for awaitEarlier().
class SftpServers final
{
    Q_DISABLE_COPY_MOVE(SftpServers)

public:
    /// \a boot identifies the start of the machine; empty: unknown, and no process is noted.
    SftpServers(const QString &journal, QByteArray boot) : m_file(fileOf(journal)), m_boot(std::move(boot)) { }

    /// Waits for some time until the servers of earlier runs have ended, or are idle, as a server may not notice a lost
    /// connection for hours. Errors: the client's; Unreachable: one is still working.
    [[nodiscard]] Result<void> awaitEarlier(SftpClient &client);
    /// Notes the server of \a pipe, by a request among the others.
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
