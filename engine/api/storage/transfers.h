// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/filetask.h"

#include <optional>

namespace engine {

/// What to do with a file that exists at the target with other content.
enum class ConflictRule {
    Skip, ///< keep the target
    Replace, ///< move the target into the trash
    KeepBoth, ///< give the new file another name, "plate (2).tif"
};
template <> inline constexpr std::array wireWords<ConflictRule>{"skip", "replace", "keepBoth"};

enum class TransferState {
    Waiting, ///< queued
    Running,
    Verifying,
    Retrying, ///< the connection was lost; the next try starts at nextTry
    Paused, ///< by the user, until resumed
    Done,
    Failed, ///< files are missing (failedFiles), or the run failed (reason)
    Canceled, ///< what had arrived was removed
};
template <>
inline constexpr std::array enumWords<TransferState>{"waiting", "running", "verifying", "retrying",
                                                     "paused",  "done",    "failed",    "canceled"};
[[nodiscard]] inline bool isEnded(TransferState state)
{
    return state == TransferState::Done || state == TransferState::Failed || state == TransferState::Canceled;
}

/// A copy or move of files and folders of one place into a folder of another.
struct TransferRequest
{
    QList<Location> sources; ///< all in one folder
    Location target; ///< target folder; created if missing
    ConflictRule conflicts = ConflictRule::Replace;
    qint64 bytesPerSecond = 0; ///< speed limit; 0 for none
    bool honoursGitignore = false; ///< an upload honours .gitignore; .batchdeckignore is always honoured
    bool removesSources = false; ///< a move: a source that arrived and was verified is removed
    /// Files are compared by checksum, before sending and after arrival; otherwise by size and time.
    bool comparesChecksums = false;
    /// A missing source fails alone; otherwise nothing is sent when a source is missing.
    bool bringsWhatIsThere = false;

    static constexpr qint64 leastRate = 64 * 1000; ///< lowest allowed limit

    bool operator==(const TransferRequest &) const = default;
    [[nodiscard]] QJsonObject toJson() const;
    /// InvalidArgument names the parameter that is missing or invalid.
    [[nodiscard]] static Result<TransferRequest> fromJson(const QJsonObject &json);
};

struct FailedFile
{
    QString path; ///< relative to the folder of the sources
    QString reason;
    qint64 files = 1; ///< of a folder: number of all files in it; 0: the folder alone
    bool operator==(const FailedFile &) const = default;
};

/// State of a transfer.
struct TransferSnapshot
{
    QString id;
    TransferRequest request;
    TransferState state = TransferState::Waiting;
    int priority = 0; ///< a waiting transfer with a higher value starts earlier
    Message reason; ///< why it is not done, or what it waits for
    QString technical; ///< full output of the tool that failed
    Message route; ///< of the bytes, if there was a choice; empty when there was none, or none was needed yet
    bool isCounted = false; ///< the totals are final
    qint64 filesTotal = 0;
    /// Includes files that were there already. While the transfer runs: files that were sent. After its end: files that
    /// are known to be complete at the target.
    qint64 filesDone = 0;
    qint64 filesThere = 0; ///< equal at the target, not sent
    qint64 filesKept = 0; ///< different at the target and left unchanged; not part of filesDone
    qint64 bytesTotal = 0;
    qint64 bytesDone = 0;
    qint64 bytesKept = 0; ///< source bytes of filesKept
    qint64 bytesPerSecond = 0; ///< mean of the last seconds
    qint64 secondsLeft = -1; ///< -1 when unknown
    qint64 failedCount = 0; ///< files; after the end, failedCount + filesDone + filesKept is the number of all files
    QList<FailedFile> failedFiles; ///< the first failed files
    qint64 notedCount = 0;
    QList<FailedFile> notedFiles; ///< the first files that arrived without attributes that the target cannot store
    /// Trash entries of this transfer: names of sources, or folders with what was replaced.
    QList<TrashedFile> replaced;
    qint64 createdMs = 0;
    qint64 startedMs = 0;
    qint64 endedMs = 0;
    qint64 nextTryMs = 0;

    bool operator==(const TransferSnapshot &) const = default;
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] QJsonObject progressToJson() const; ///< without the request, which may be long
    /// The request of a progress is empty.
    [[nodiscard]] static TransferSnapshot fromJson(const QJsonObject &json);
};

/// "running"; after the end with the number of kept files: "4 kept", or "done, 4 kept".
[[nodiscard]] Message stateWords(const TransferSnapshot &transfer);

/// Change of a transfer in any state. Absent members stay as they are.
struct TransferChange
{
    std::optional<qint64> bytesPerSecond; ///< speed limit; 0 for none; a running transfer obeys at once
    std::optional<int> priority; ///< -1000 to 1000
    bool isFirst = false; ///< start before all that wait; running transfers are not stopped for it

    [[nodiscard]] Result<void> check() const; ///< InvalidArgument
};

/// The requests that undo what \a transfer replaced: the new file goes into the trash, the replaced one comes back. One
/// request for each trash folder; to be run one after another. In each, a missing source fails alone. Empty when
/// nothing was replaced.
[[nodiscard]] QList<TransferRequest> undoOf(const TransferSnapshot &transfer);

/// Number of transfers that run at once; the others wait.
struct TransferLimits
{
    static constexpr int most = 16;

    int perPlace = 2; ///< with a given machine or file server as source or target
    int total = 4;

    bool operator==(const TransferLimits &) const = default;
    [[nodiscard]] Result<void> check() const; ///< InvalidArgument
    static void describe(auto &self, auto &fields) { fields("perPlace", self.perPlace)("total", self.total); }
};

/// InvalidArgument below leastRate; 0 is no limit.
[[nodiscard]] Result<qint64> checkedRate(qint64 bytesPerSecond);

} // namespace engine
