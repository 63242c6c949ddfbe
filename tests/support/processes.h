// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "tests/support/files.h"

#include <QDir>
#include <QTemporaryDir>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>

namespace testing {

/// True when a process runs. False for a zombie, whose pid may exist for seconds until init reaps it.
[[nodiscard]] inline bool isRunning(qint64 pid)
{
    const QByteArray stat = contentOf(QStringLiteral("/proc/%1/stat").arg(pid));
    const QByteArray state = stat.mid(stat.lastIndexOf(')') + 2, 1);
    return pid > 0 && !stat.isEmpty() && state != "Z" && state != "X";
}

/// True when any process has the file \a path open, also an inherited descriptor, whatever the process's parent is. The
/// file must be the user's, on a file system with leases.
[[nodiscard]] inline bool isOpen(const QString &path)
{
    const engine::UniqueFd file(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC));
    if (!file.isValid())
        return false;
    // The kernel signals the holder of a lease when another process opens the file. SIGIO, its default, would end the
    // test.
    ::fcntl(file.get(), F_SETSIG, SIGURG);
    // A write lease is granted only while no one else has the file open.
    if (::fcntl(file.get(), F_SETLEASE, F_WRLCK) == 0)
        return false;
    if (errno != EAGAIN)
        qFatal("no lease of %s: %s", qPrintable(path), std::strerror(errno));
    return true;
}

/// Finds running processes that this process started while the object lives, with all their descendants. Each inherits
/// an open file, so that a process that left its session, or whose parent has ended, is found, too. A process that
/// closes inherited files is not found.
class StartedProcesses
{
public:
    StartedProcesses() { hold(); }
    [[nodiscard]] bool isAnyLeft()
    {
        m_held.reset();
        const bool isLeft = isOpen(file());
        hold();
        return isLeft;
    }

private:
    [[nodiscard]] QString file() const { return m_folder.filePath(QStringLiteral("held")); }
    void hold()
    {
        // Without O_CLOEXEC, so that processes inherit the file.
        m_held.reset(::open(QFile::encodeName(file()).constData(), O_RDONLY | O_CREAT, 0600));
        if (!m_held.isValid())
            qFatal("cannot open %s: %s", qPrintable(file()), std::strerror(errno));
    }

    QTemporaryDir m_folder;
    engine::UniqueFd m_held;
};

[[nodiscard]] inline QList<qint64> childrenOf(qint64 parent)
{
    QList<qint64> pids;
    const QDir threads(QStringLiteral("/proc/%1/task").arg(parent));
    for (const QString &thread : threads.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        for (const QByteArray &pid : contentOf(threads.filePath(thread + QStringLiteral("/children"))).split(' ')) {
            if (!pid.isEmpty())
                pids.append(pid.toLongLong());
        }
    }
    return pids;
}

/// Kills a process and all its descendants. Each is stopped first: else it might end meanwhile, after its parent's
/// death, and its children would not be found.
inline void killTree(qint64 pid)
{
    ::kill(pid_t(pid), SIGSTOP);
    for (const qint64 child : childrenOf(pid))
        killTree(child);
    ::kill(pid_t(pid), SIGKILL);
}

} // namespace testing
