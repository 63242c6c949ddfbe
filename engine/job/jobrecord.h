// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/snapshots.h"
#include "engine/store/store.h"

#include <optional>

namespace engine {

/// What the user wants of a job; the controller reconciles what the node says with it.
enum class JobWanted { Run, Terminated, Deleted };

/// A job in the engine's memory: what was asked, and where it stands. Kept in the store as JobRow, shown as the
/// service's REST document. Times are UTC ms, corrected by the node's clock offset; 0 is "not yet". Value.
struct JobRecord
{
    QString uuid;
    ResourceId id;
    qint64 createdMs = 0;
    QJsonObject document; ///< with defaults, cluster.id resolved

    JobWanted wanted = JobWanted::Run;
    JobState state = JobState::Queued;
    JobPhase phase = JobPhase::None;
    qint64 stateSinceMs = 0;
    qint64 phaseSinceMs = 0;
    Message reason;
    QString actor;
    int attempt = 0; ///< 0 until it was placed
    int repeats = 0; ///< attempts that were lost or never began
    QList<ResourceId> placement; ///< the first is the master
    QString directory; ///< the attempt's folder on the master
    QString pathSegment;
    QStringList logNames; ///< files in DIRECTORY/stdouterr that are copied to the spool
    qint64 startedMs = 0;
    qint64 endedMs = 0;
    std::optional<int> exitCode;
    QList<JobError> errors;
    bool logsComplete = false;

    [[nodiscard]] QJsonObject properties() const;
    [[nodiscard]] int nodeCount() const;
    [[nodiscard]] ResourceId cluster() const;
    /// Every attempt has samples of its own: appended to those before, they would be no copy of any file.
    [[nodiscard]] QString samplesSpoolName() const;
    [[nodiscard]] bool isDone() const { return isFinal(state) && logsComplete && wanted != JobWanted::Deleted; }

    [[nodiscard]] JobRow toRow() const;
    [[nodiscard]] static JobRecord fromRow(const JobRow &row);
};

/// Where the spool keeps the files of a job: PROFILE/spool/UUID/MACHINE/NAME.
[[nodiscard]] QString spoolDirectory(const QString &profileDirectory, const QString &jobUuid);

/// What is true of a job only now and is not kept.
struct JobNews
{
    LinkState link = LinkState::Offline;
    qint64 asOfMs = 0;
};

/// The REST document: properties as the service answers them, ours under x-batchdeck (engine/api/snapshots.h).
[[nodiscard]] QJsonObject toDocument(const JobRecord &record, const JobNews &news, const QString &profileDirectory);

/// "2026-03-01T12:00:00.000Z"; null for 0.
[[nodiscard]] QJsonValue isoTime(qint64 utcMs);

} // namespace engine
