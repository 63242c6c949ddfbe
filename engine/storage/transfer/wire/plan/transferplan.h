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

/// Which files of a tree say what of it is left out: none, .batchdeckignore, or .gitignore as well. In one folder
/// .batchdeckignore has the last word.
enum class IgnoreFiles { None, Ours, OursAndGit };

/// What is brought where. Paths are bytes.
struct TransferPlan
{
    QByteArray folder; ///< that holds the sources
    QByteArrayList names; ///< of the sources in it
    QByteArray target; ///< folder that receives them
    QByteArray stage; ///< name of the transfer's own folder in the target
    ConflictRule conflicts = ConflictRule::Skip;
    QString journalFile; ///< of PartJournal
    qint64 bytesPerSecond = 0; ///< limit; 0: none
    IgnoreFiles ignoreFiles = IgnoreFiles::Ours; ///< of an upload
    qint64 mostEntries = 10'000'000; ///< of a machine that lists more nothing is taken; each costs 24 bytes of memory
    bool removesSources = false; ///< of what arrived: a move
    bool comparesChecksums = false; ///< of what is there, and of what arrived (SumCheck)
    bool bringsWhatIsThere = false; ///< a source that is missing has failed; else nothing is brought without it
    /// When this run, and those before it, may have brought what changed before it changed again within the same
    /// second: by our clock, joined.
    QList<TimeSpan> unsettled = {};
    /// Into the folder in which they are, where both shall be kept: each copy gets a name of its own in the end.
    bool isBeside = false;
    /// What the folder in the trash is called that takes what is replaced.
    [[nodiscard]] QByteArray kept() const;
    /// Under which the source may reach the target, when both are machines; empty: where we find it. None: all passes
    /// through this computer.
    std::optional<QByteArray> targetAddress = {};
};

/// How far a run is; written by its threads, read by any.
struct TransferCounters
{
    std::atomic<bool> isCounted = false; ///< the totals are whole
    std::atomic<qint64> filesTotal = 0;
    std::atomic<qint64> bytesTotal = 0;
    std::atomic<qint64> ignored = 0; ///< what ignore files leave out, a folder with all in it as one
    /// With those that were there already. Once a run has ended well, they, those kept and those failed are all.
    std::atomic<qint64> filesDone = 0;
    std::atomic<qint64> bytesDone = 0;
    std::atomic<qint64> bytesSpared =
        0; ///< of them, those that this run brings no more: there, arrived before, or holes
    std::atomic<qint64> filesThere = 0; ///< needed no sending
    std::atomic<qint64> bytesThere = 0;
    std::atomic<qint64> filesRenamed = 0; ///< in their places by a new name alone, before anything is sent
    std::atomic<qint64> filesKept = 0; ///< different there, and left as they are; none of those done
    std::atomic<qint64> bytesKept = 0;
    std::atomic<qint64> bytesSent = 0; ///< by this run, what is sent twice counts twice
    std::atomic<quint64> bytesSummed = 0; ///< on this computer
    std::atomic<bool> isVerifying = false;
    std::atomic<bool> isVerified = false; ///< files and bytes done are those that were found whole, not those sent
    std::atomic<bool> isQuiet = false; ///< the machine works, and says nothing meanwhile

    /// Known to be whole there, however much was sent.
    [[nodiscard]] qint64 filesWhole() const { return isVerified ? filesDone.load() : filesThere + filesRenamed; }
    [[nodiscard]] qint64 bytesWhole() const { return isVerified ? bytesDone.load() : bytesThere.load(); }

    void spare(qint64 bytes)
    {
        bytesSpared += bytes; // first: what is done without it would pass for brought
        bytesDone += bytes;
    }
};

/// Files, and what is to be said of each; the first thousand by name. Any thread.
class NamedFiles
{
public:
    /// Keeps the first words that are added for a path, and answers whether these are the first. \a files: how many
    /// files they are about: 1, all in a folder, or 0 for the folder alone.
    bool add(const QByteArray &path, const QString &words, qint64 files = 1);
    void addFurther(const QByteArray &path, const QString &words); ///< the same of one file, behind what was said of it
    void addUnnamed(qint64 files); ///< of which nobody says more than how many
    [[nodiscard]] bool has(const QByteArray &path) const;
    [[nodiscard]] QList<FailedFile> list() const; ///< those that are named
    [[nodiscard]] qint64 count() const; ///< files
    [[nodiscard]] bool isEmpty() const; ///< no folder, either

protected:
    mutable QMutex m_mutex; // NOLINT: of what derives, too

private:
    QList<FailedFile> m_files;
    QHash<QByteArray, qsizetype> m_places; // of their paths in it
    size_t m_seed = size_t(QRandomGenerator::system()->generate64());
    QSet<size_t> m_sums; // of all paths: some bytes each, however long it is
    qint64 m_count = 0;
};

/// What did not arrive, and why. Any thread.
class FailedFiles final : public NamedFiles
{
public:
    /// One that may look whole in the stage, where it is called \a path, and is not what it should be: it has failed
    /// once the stage is verified.
    void addSpoiled(const QByteArray &path, const QString &words);
    [[nodiscard]] std::optional<QString> spoiled(const QByteArray &path) const; ///< why
    [[nodiscard]] bool hasSpoiled() const;
    /// One that was verified, and did not get to its place with all it holds: it has failed, or another is kept there.
    void addUnplaced(const QByteArray &path);
    [[nodiscard]] QSet<QByteArray> unplaced() const;

private:
    QHash<QByteArray, QString> m_spoiled;
    QSet<QByteArray> m_unplaced;
};

/// What one thread says and others ask for. Any thread.
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

/// What the trash has of what was replaced, as TransferSnapshot tells it: all, with that of the runs before.
using KeptFiles = LockedValue<QList<TrashedFile>>;

/// One run of a transfer, made for it. run() and discard() block, in a thread of its own; the rest is for any.
class RunningTransfer
{
public:
    virtual ~RunningTransfer() = default;
    /// Everything arrived but what failed() has. What arrived before an error stays in the stage, for the next run.
    virtual Result<void> run() = 0;
    /// Takes the stage away; in place of a run, or after one.
    virtual Result<void> discard() = 0;
    virtual void abort() = 0; ///< run() answers Canceled soon
    virtual void setRate(qint64 bytesPerSecond) = 0; ///< from now on; 0: no limit
    [[nodiscard]] virtual const TransferCounters &counters() const = 0;
    [[nodiscard]] virtual const FailedFiles &failed() const = 0;
    [[nodiscard]] virtual const NamedFiles &noted() const = 0; ///< that arrived, but for what their place cannot keep
    [[nodiscard]] virtual QList<TrashedFile> replaced() const = 0;
    [[nodiscard]] virtual Message way() const { return {}; } ///< that the bytes go, where there is more than one
    /// It went by the list of a preview: what failed may do well by a list of its own.
    [[nodiscard]] virtual bool wasListedBefore() const { return false; }
    [[nodiscard]] virtual quint64 movedBytes() const = 0; ///< who watches it sees whether anything moves
};

} // namespace engine
