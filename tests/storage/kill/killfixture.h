// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/run/transferruns.h"
#include "tests/storage/mixedtree.h"
#include "tests/support/hosts/chaos/chaosproxy.h"
#include "tests/support/processes.h"

#include <QRandomGenerator>

#include <functional>
#include <thread>

namespace testing {

enum class Way {
    Up,
    UpBySftp,
    Down,
    DownBySftp,
    Between,
    Within,
    Here,
    BetweenBySftp,
    WithinBySftp,
    BetweenDirect, ///< large files directly between two machines
    MoveUp,
    MoveDown,
    MoveDownBySftp,
    MoveWithin,
    MoveHere
};

/// What is broken while a transfer runs.
enum class Victim {
    Run, ///< the run is aborted
    Sessions, ///< a machine's sessions, with all their processes
    Sshd, ///< a machine's sshd, with its sessions
    Link, ///< the connections to a machine, by RST
    Silence, ///< all packets to a machine are dropped; its sessions live on
    Tools, ///< some of the transfer's processes on a machine
    Disk, ///< the target's disk: no bytes or no inodes are left
    Permission, ///< in a folder of the target or the staging folder
    Sources, ///< some source files cannot be read
    Source, ///< the whole source is renamed
};

[[nodiscard]] QList<Victim> victimsOf(Way way);
[[nodiscard]] const char *nameOf(Way way);
[[nodiscard]] const char *nameOf(Victim victim);

/// Transfers a tree from "here" to "there" between any two places, and breaks something at moments that the seed
/// decides. "there" is a disk of its own when the test runs as root. The transfer has no rights beyond the permissions
/// of files, also when root runs it.
class KillFixture
{
    Q_DISABLE_COPY_MOVE(KillFixture)

public:
    explicit KillFixture(Way way);
    ~KillFixture();

    /// Makes the tree. Call it once.
    [[nodiscard]] bool start();
    [[nodiscard]] bool hasDisk() const { return m_hasDisk; }
    /// Empties the target, but for foreign files; for a move also restores the sources.
    [[nodiscard]] bool begin(int seed);

    /// Runs the transfer once and, if \a strikes, breaks \a victim meanwhile. True when everything arrived.
    [[nodiscard]] bool run(Victim victim, bool strikes);
    [[nodiscard]] bool wasStruck() const { return m_wasStruck; } ///< something was broken in the last run
    [[nodiscard]] QString words() const { return m_words; } ///< the error of the last run

    [[nodiscard]] qint64 sentBytes() const { return m_sentBytes; } ///< by all runs since begin()
    /// Bytes of files that completed runs reported as failed; nothing is kept of these.
    [[nodiscard]] qint64 failedBytes() const { return m_failedBytes; }
    /// Bytes of whole folders that were sent and verified, but could not be moved to their places.
    [[nodiscard]] qint64 unplacedBytes() const { return m_unplacedBytes; }
    /// Waits until processes that were cut off have ended. Nothing when both trees are equal, no partial files are left
    /// and no foreign file was changed; else the fault.
    [[nodiscard]] QByteArray fault();

private:
    struct Machine;

    [[nodiscard]] std::unique_ptr<engine::TransferRun> makeRun();
    [[nodiscard]] engine::TransferPlan plan() const;
    [[nodiscard]] Machine &anyMachine();
    [[nodiscard]] std::function<bool()> moment(const engine::TransferRun &run);
    void strike(Victim victim, engine::TransferRun &run);
    void killToolsOf(qint64 pid);
    void fillDisk();
    void takePermission();
    void lockSources();
    void countFailed(const QList<engine::FailedFile> &files);
    [[nodiscard]] const TransferFolders &folders() const { return m_tree.folders(); }
    [[nodiscard]] bool isAtWork() const;

    Way m_way;
    MixedTree m_tree;
    std::vector<std::unique_ptr<Machine>> m_machines;
    bool m_hasDisk = false;
    QRandomGenerator m_random;
    std::function<void()> m_mend;
    bool m_wasStruck = false;
    QString m_words;
    qint64 m_sentBytes = 0;
    qint64 m_failedBytes = 0;
    qint64 m_unplacedBytes = 0;
};

} // namespace testing
