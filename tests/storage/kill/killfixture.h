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
    BetweenDirect, ///< large files from machine to machine
    MoveUp,
    MoveDown,
    MoveDownBySftp,
    MoveWithin,
    MoveHere
};

/// What a transfer loses while it runs.
enum class Victim {
    Run, ///< it is aborted
    Sessions, ///< of a machine, with all that they run
    Sshd, ///< of a machine, with its sessions
    Link, ///< to a machine, by RST
    Silence, ///< the way to a machine swallows all, and its sessions there live on
    Tools, ///< some of what it runs on a machine
    Disk, ///< the target's: full of bytes, or of files
    Permission, ///< in a folder of the target, or of the stage
    Sources, ///< some may not be read
    Source, ///< all of it has another name
};

[[nodiscard]] QList<Victim> victimsOf(Way way);
[[nodiscard]] const char *nameOf(Way way);
[[nodiscard]] const char *nameOf(Victim victim);

/// A tree on its way from "here" to "there" between any two places, and what can happen to it at seeded moments.
/// "there" is a disk of its own where the user is root. As one that has no rights beyond those of files, whoever runs
/// it.
class KillFixture
{
    Q_DISABLE_COPY_MOVE(KillFixture)

public:
    explicit KillFixture(Way way);
    ~KillFixture();

    /// Makes the tree; once.
    [[nodiscard]] bool start();
    [[nodiscard]] bool hasDisk() const { return m_hasDisk; }
    /// An empty target, but for what is foreign; of a move also the sources.
    [[nodiscard]] bool begin(int seed);

    /// One run, with \a victim struck at a moment of it. Whether everything arrived.
    [[nodiscard]] bool run(Victim victim, bool strikes);
    [[nodiscard]] bool wasStruck() const { return m_wasStruck; } ///< in the last run
    [[nodiscard]] QString words() const { return m_words; } ///< why not everything arrived

    [[nodiscard]] qint64 sentBytes() const { return m_sentBytes; } ///< by all runs since begin()
    /// Of the files of which a run that came to its end said that they did not arrive: nothing is kept of these.
    [[nodiscard]] qint64 failedBytes() const { return m_failedBytes; }
    /// The same of whole folders, which were sent and verified, and could not be moved to their places.
    [[nodiscard]] qint64 unplacedBytes() const { return m_unplacedBytes; }
    /// Once what was cut off has ended: whether both trees are one, nothing half-made is left and nothing foreign was
    /// touched; else what is wrong.
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
