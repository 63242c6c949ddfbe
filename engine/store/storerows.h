// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/store/store.h"
#include "engine/store/storeconnection.h"

namespace engine {

/// SQL statements for the rows of store.h. Called in the connection's thread. Errors: the connection's, and NotFound
/// where noted.
Result<void> writeResource(StoreConnection &connection, const ResourceRow &row);
Result<void> deleteResource(StoreConnection &connection, const ResourceId &id); ///< with everything below it
Result<void> writeJob(StoreConnection &connection, const JobRow &row);
Result<void> deleteJob(StoreConnection &connection, const QString &uuid);
Result<void> writeTogether(StoreConnection &connection, const QList<ResourceRow> &resources, const QList<JobRow> &jobs);
Result<void> writeTransfer(StoreConnection &connection, const TransferRow &row);
Result<void> deleteTransfer(StoreConnection &connection, const QString &id);
Result<void> writeMembership(StoreConnection &connection, const MembershipRow &row);
Result<void> deleteMembership(StoreConnection &connection, const QString &clusterUuid, const ResourceId &machine);
Result<void> writeEvent(StoreConnection &connection, const EventRow &row);
Result<void> writeSetting(StoreConnection &connection, const SettingRow &row);
Result<void> writeVolume(StoreConnection &connection, const MappedVolume &mapping);
Result<void> deleteVolume(StoreConnection &connection, const QString &source);

Result<StoreContents> loadContents(StoreConnection &connection);
Result<JobRow> readJob(StoreConnection &connection, const ResourceId &id); ///< NotFound
Result<QList<JobRow>> readJobPage(StoreConnection &connection, const ResourceId &experiment, const QString &beforeUuid,
                                  int limit); ///< NotFound
Result<bool> hasJob(StoreConnection &connection, const QString &uuid);
Result<qint64> countJobs(StoreConnection &connection, const ResourceId &experiment);
Result<QList<EventRow>> readEvents(StoreConnection &connection, const QString &jobUuid);

} // namespace engine
