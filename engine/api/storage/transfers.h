// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/filetask.h"

#include <optional>

namespace engine {

/// What becomes of a file that is there already and differs.
enum class ConflictRule {
    Skip, ///< the one that is there stays
    Replace, ///< it goes into the trash
    KeepBoth, ///< the new one gets a name of its own, "plate (2).tif"
};
template <> inline constexpr std::array wireWords<ConflictRule>{"skip", "replace", "keepBoth"};

enum class TransferState {
    Waiting, ///< for its turn
    Running,
    Verifying,
    Retrying, ///< the way was lost; it goes on by itself at nextTry
    Paused, ///< by the user, until they let it go on
    Done,
    Failed, ///< all but failedFiles arrived, or reason says why not
    Canceled, ///< what had arrived of it was taken away
};
template <>
inline constexpr std::array enumWords<TransferState>{"waiting", "running", "verifying", "retrying",
                                                     "paused",  "done",    "failed",    "canceled"};
[[nodiscard]] inline bool isEnded(TransferState state)
{
    return state == TransferState::Done || state == TransferState::Failed || state == TransferState::Canceled;
}

/// Brings files and folders from one place into a folder of another.
struct TransferRequest
{
    QList<Location> sources; ///< of one folder
    Location target; ///< the folder that receives them; made when there is none
    ConflictRule conflicts = ConflictRule::Replace;
    qint64 bytesPerSecond = 0; ///< limit; 0: none
    bool honoursGitignore = false; ///< what .gitignore names is left out of an upload; .batchdeckignore counts always
    bool removesSources = false; ///< what arrived and was verified is removed where it was: a move
    /// Files count as equal by their bytes' checksum, those that are there already and those that arrived; else by size
    /// and time.
    bool comparesChecksums = false;
    bool bringsWhatIsThere = false; ///< a source that is missing has failed; else nothing is brought without it

    static constexpr qint64 leastRate = 64 * 1000; ///< of a limit

    bool operator==(const TransferRequest &) const = default;
    [[nodiscard]] QJsonObject toJson() const;
    /// InvalidArgument names what is missing or makes no sense.
    [[nodiscard]] static Result<TransferRequest> fromJson(const QJsonObject &json);
};

struct FailedFile
{
    QString path; ///< from the folder of the sources
    QString reason;
    qint64 files = 1; ///< as many, of a folder with all it holds; 0: of the folder alone
    bool operator==(const FailedFile &) const = default;
};

/// A transfer as it stands.
struct TransferSnapshot
{
    QString id;
    TransferRequest request;
    TransferState state = TransferState::Waiting;
    int priority = 0; ///< who waits with more goes first
    Message reason; ///< why it is not done, or waits
    QString technical; ///< what a tool said of that, whole
    Message way; ///< that the bytes go, where there is more than one; empty: one only, or none was needed yet
    bool isCounted = false; ///< the totals are whole
    qint64 filesTotal = 0;
    /// With those that were there already. While it is under way they, and their bytes, are those that were sent; once
    /// it has ended, those that are known to be whole there.
    qint64 filesDone = 0;
    qint64 filesThere = 0; ///< needed no sending
    qint64 filesKept = 0; ///< differ there, and were left as they are; none of those done
    qint64 bytesTotal = 0;
    qint64 bytesDone = 0;
    qint64 bytesKept = 0; ///< of the sources of filesKept
    qint64 bytesPerSecond = 0; ///< over the last seconds
    qint64 secondsLeft = -1; ///< -1: cannot be told yet
    qint64 failedCount = 0; ///< files: once it has ended, with filesDone and filesKept all there are
    QList<FailedFile> failedFiles; ///< the first of them
    qint64 notedCount = 0;
    QList<FailedFile> notedFiles; ///< that arrived, but for what their place cannot keep: the first of them
    QList<TrashedFile> replaced; ///< what is in the trash of it: sources' names there, folders with what was replaced
    qint64 createdMs = 0;
    qint64 startedMs = 0;
    qint64 endedMs = 0;
    qint64 nextTryMs = 0;

    bool operator==(const TransferSnapshot &) const = default;
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] QJsonObject progressToJson() const; ///< without what was asked, which may be long
    /// Of a progress the request is empty.
    [[nodiscard]] static TransferSnapshot fromJson(const QJsonObject &json);
};

/// "running"; once it is done, with what a rule kept: "4 kept", or "done, 4 kept".
[[nodiscard]] Message stateWords(const TransferSnapshot &transfer);

/// What can be said of a transfer at any time; what is not said stays.
struct TransferChange
{
    std::optional<qint64> bytesPerSecond; ///< limit; 0: none. A run that is under way obeys at once
    std::optional<int> priority; ///< -1000 to 1000
    bool isFirst = false; ///< before all that wait; no other one is stopped for it

    [[nodiscard]] Result<void> check() const; ///< InvalidArgument
};

/// Takes back what \a transfer replaced: what it brought in its place goes into the trash. One for each folder of the
/// trash that holds some of it: all are to be done, each when the one before has ended. Each brings back what is there,
/// and what is missing has failed. None: it replaced nothing.
[[nodiscard]] QList<TransferRequest> undoOf(const TransferSnapshot &transfer);

/// How many transfers run at once; the others wait.
struct TransferLimits
{
    static constexpr int most = 16;

    int perPlace = 2; ///< that have a machine, or a file server, as one of their ends
    int total = 4;

    bool operator==(const TransferLimits &) const = default;
    [[nodiscard]] Result<void> check() const; ///< InvalidArgument
    static void describe(auto &self, auto &fields) { fields("perPlace", self.perPlace)("total", self.total); }
};

/// InvalidArgument below what any run can keep to; 0 is no limit.
[[nodiscard]] Result<qint64> checkedRate(qint64 bytesPerSecond);

} // namespace engine
