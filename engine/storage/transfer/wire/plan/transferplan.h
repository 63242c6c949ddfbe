// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "engine/api/storage/transfers.h"
#include "engine/storage/transfer/wire/timespans.h"

#include <QHash>
#include <QMutex>
#include <QRandomGenerator>
#include <QSet>

#include <atomic>
#include <optional>

namespace engine {

/// Which ignore files are used: none, .batchdeckignore, or also .gitignore. In a folder with both, .batchdeckignore
/// decides.
enum class IgnoreFiles { None, Ours, OursAndGit };

/// What a transfer brings, and where. Paths are bytes.
struct TransferPlan
{
    QByteArray folder; ///< that holds the sources
    QByteArrayList names; ///< of the sources in it
    QByteArray target; ///< folder that receives them
    QByteArray stage; ///< name of the staging folder in the target
    ConflictRule conflicts = ConflictRule::Skip;
    QString journalFile; ///< of PartJournal
    qint64 bytesPerSecond = 0; ///< limit; 0: none
    IgnoreFiles ignoreFiles = IgnoreFiles::Ours; ///< of an upload
    qint64 mostEntries = 10'000'000; ///< of a machine's list; a longer one is an error. Each costs 24 bytes of memory
    bool removesSources = false; ///< that arrived: a move
    bool comparesChecksums = false; ///< of existing files, and of those that arrived (SumCheck)
    bool bringsWhatIsThere = false; ///< a missing source has failed; false: the run ends without bringing any
    /// When runs of this transfer were under way, by our clock, joined: they may have brought a file that changed again
    /// within the same second.
    QList<TimeSpan> unsettled = {};
    /// The sources are copied into their own folder, and both are kept: each copy gets a free name at the end.
    bool isBeside = false;
    /// Name of the folder in the trash for replaced files.
    [[nodiscard]] QByteArray trashFolder() const;
    /// Address of the target machine for the source machine; empty: the same as for this computer. None: all bytes pass
    /// through this computer.
    std::optional<QByteArray> targetAddress = {};
};

/// The progress of a run. Its threads write it; any thread reads it.
struct TransferCounters
{
    std::atomic<bool> isCounted = false; ///< the totals are final
    std::atomic<qint64> filesTotal = 0;
    std::atomic<qint64> bytesTotal = 0;
    std::atomic<qint64> ignored = 0; ///< entries that ignore files leave out; a folder counts as one
    /// With files that existed already. After a run that succeeded, done, kept and failed files add up to the total.
    std::atomic<qint64> filesDone = 0;
    std::atomic<qint64> bytesDone = 0;
    /// The part of bytesDone that this run does not send: existing files, files of earlier runs, holes.
    std::atomic<qint64> bytesSpared = 0;
    std::atomic<qint64> filesThere = 0; ///< equal at the target, not sent
    std::atomic<qint64> bytesThere = 0;
    std::atomic<qint64> filesRenamed = 0; ///< moved to their places by renaming, before files are sent
    std::atomic<qint64> filesKept = 0; ///< differ at the target and are kept; not in filesDone
    std::atomic<qint64> bytesKept = 0;
    std::atomic<qint64> bytesSent = 0; ///< by this run; bytes that are sent twice count twice
    std::atomic<quint64> bytesSummed = 0; ///< on this computer
    std::atomic<bool> isVerifying = false;
    std::atomic<bool> isVerified = false; ///< files and bytes done are those that were verified, not those sent
    std::atomic<bool> isQuiet = false; ///< the machine works without sending anything

    /// Files known to be whole at the target, however many were sent.
    [[nodiscard]] qint64 filesWhole() const { return isVerified ? filesDone.load() : filesThere + filesRenamed; }
    [[nodiscard]] qint64 bytesWhole() const { return isVerified ? bytesDone.load() : bytesThere.load(); }

    void spare(qint64 bytes)
    {
        bytesSpared += bytes; // first: otherwise the bytes would count as sent for a moment
        bytesDone += bytes;
    }
};

/// Files with a message for each. The first thousand are kept by name. Any thread.
class NamedFiles
{
public:
    /// Keeps the first message of a path, and returns whether this is the first. \a files: how many files it is about:
    /// 1, all in a folder, or 0 for the folder itself.
    bool add(const QByteArray &path, const QString &words, qint64 files = 1);
    void addFurther(const QByteArray &path, const QString &words); ///< appends a message to those of a file
    void addUnnamed(qint64 files); ///< whose paths are unknown
    [[nodiscard]] bool has(const QByteArray &path) const;
    [[nodiscard]] QList<FailedFile> list() const; ///< those kept by name
    [[nodiscard]] qint64 count() const; ///< files
    [[nodiscard]] bool isEmpty() const; ///< neither files nor folders

protected:
    mutable QMutex m_mutex; // NOLINT: of what derives, too

private:
    QList<FailedFile> m_files;
    QHash<QByteArray, qsizetype> m_places; // index in m_files, by path
    size_t m_seed = size_t(QRandomGenerator::system()->generate64());
    QSet<size_t> m_sums; // hashes of all paths
    qint64 m_count = 0;
};

/// Files that did not arrive, with the reasons. Any thread.
class FailedFiles final : public NamedFiles
{
public:
    /// A file that may look whole at \a path in the staging folder, but has wrong bytes. It fails when the staging
    /// folder is verified.
    void addSpoiled(const QByteArray &path, const QString &words);
    [[nodiscard]] std::optional<QString> spoiled(const QByteArray &path) const; ///< why
    [[nodiscard]] bool hasSpoiled() const;
    /// A verified file or folder that was not moved to its place: it has failed, or another file is kept there.
    void addUnplaced(const QByteArray &path);
    [[nodiscard]] QSet<QByteArray> unplaced() const;

private:
    QHash<QByteArray, QString> m_spoiled;
    QSet<QByteArray> m_unplaced;
};

/// A value that one thread sets and others read. Any thread.
template <typename Value> class LockedValue final
{
public:
    void set(const Value &value)
    {
        const QMutexLocker lock(&m_mutex);
        m_value = value;
    }
    [[nodiscard]] Value get() const
    {
        const QMutexLocker lock(&m_mutex);
        return m_value;
    }

private:
    mutable QMutex m_mutex;
    Value m_value;
};

/// Replaced files in the trash, as in TransferSnapshot, with those of earlier runs.
using KeptFiles = LockedValue<QList<TrashedFile>>;

/// One run of a transfer. run() and discard() block, in a thread of their own; other functions are for any thread.
class RunningTransfer
{
public:
    virtual ~RunningTransfer() = default;
    /// Success: all files but those of failed() arrived. Files that arrived before an error stay in the staging folder,
    /// for the next run.
    virtual Result<void> run() = 0;
    /// Removes the staging folder; instead of run(), or after it.
    virtual Result<void> discard() = 0;
    virtual void abort() = 0; ///< run() soon returns Canceled
    virtual void setRate(qint64 bytesPerSecond) = 0; ///< from now on; 0: no limit
    [[nodiscard]] virtual const TransferCounters &counters() const = 0;
    [[nodiscard]] virtual const FailedFiles &failed() const = 0;
    /// Files that arrived, but for something that the target cannot keep.
    [[nodiscard]] virtual const NamedFiles &noted() const = 0;
    [[nodiscard]] virtual QList<TrashedFile> replaced() const = 0;
    [[nodiscard]] virtual Message route() const { return {}; } ///< of the bytes, between two machines
    /// The run used the list of a preview. Failed files may succeed with a new list.
    [[nodiscard]] virtual bool wasListedBefore() const { return false; }
    [[nodiscard]] virtual quint64 movedBytes() const = 0; ///< of all sessions; grows while the run makes progress
};

} // namespace engine
