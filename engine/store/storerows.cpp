// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/store/storerows.h"

#include <QJsonDocument>
#include <QVariant>

#include <limits>
#include <utility>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QString keyOf(const ResourceId &id)
{
    return id.toString().toLower();
}

QString textOf(const QJsonObject &json)
{
    return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

QJsonObject jsonOf(const QVariant &text)
{
    return QJsonDocument::fromJson(text.toString().toUtf8()).object();
}

ResourceId idOf(const QVariant &path)
{
    const auto id = ResourceId::parse(path.toString());
    return id ? *id : ResourceId();
}

// Columns: uuid, id, created_ms, is_final, document, status
JobRow jobOf(const QSqlQuery &query)
{
    return {query.value(0).toString(), idOf(query.value(1)),   query.value(2).toLongLong(),
            query.value(3).toBool(),   jsonOf(query.value(4)), jsonOf(query.value(5))};
}

Error jobNotFound(const QString &target)
{
    return {ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no job %1."), {target}}, target};
}

// Range of the keys below a path: from "PATH/" up to, not including, "PATH0" ('0' follows '/').
std::pair<QString, QString> rangeBelow(const QString &key)
{
    return {key + u'/', key + u'0'};
}

} // namespace

Result<void> writeResource(StoreConnection &connection, const ResourceRow &row)
{
    return connection.run("INSERT INTO resources (id_key, id, document) VALUES (?, ?, ?)"
                          " ON CONFLICT (id_key) DO UPDATE SET id = excluded.id, document = excluded.document",
                          {keyOf(row.id), row.id.toString(), textOf(row.document)});
}

Result<void> deleteResource(StoreConnection &connection, const ResourceId &id)
{
    const QString key = keyOf(id);
    const auto [from, to] = rangeBelow(key);
    const QVariantList range{key, from, to};
    for (const char *sql : {"DELETE FROM events WHERE job_uuid IN"
                            " (SELECT uuid FROM jobs WHERE id_key = ? OR (id_key >= ? AND id_key < ?))",
                            "DELETE FROM jobs WHERE id_key = ? OR (id_key >= ? AND id_key < ?)",
                            "DELETE FROM resources WHERE id_key = ? OR (id_key >= ? AND id_key < ?)"}) {
        if (auto done = connection.run(sql, range); !done)
            return done.error();
    }
    return {};
}

Result<void> writeJob(StoreConnection &connection, const JobRow &row)
{
    return connection.run("INSERT INTO jobs (uuid, id_key, experiment_key, id, created_ms, is_final, document, status)"
                          " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (uuid) DO UPDATE SET"
                          " is_final = excluded.is_final, document = excluded.document, status = excluded.status",
                          {row.uuid, keyOf(row.id), keyOf(row.id.parent()), row.id.toString(), row.createdMs,
                           row.isFinal ? 1 : 0, textOf(row.document), textOf(row.status)});
}

Result<void> deleteJob(StoreConnection &connection, const QString &uuid)
{
    if (auto done = connection.run("DELETE FROM events WHERE job_uuid = ?", {uuid}); !done)
        return done.error();
    return connection.run("DELETE FROM jobs WHERE uuid = ?", {uuid});
}

Result<void> writeTogether(StoreConnection &connection, const QList<ResourceRow> &resources, const QList<JobRow> &jobs)
{
    Result<void> result;
    for (auto row = resources.begin(); result && row != resources.end(); ++row)
        result = writeResource(connection, *row);
    for (auto row = jobs.begin(); result && row != jobs.end(); ++row)
        result = writeJob(connection, *row);
    return result;
}

Result<void> writeMembership(StoreConnection &connection, const MembershipRow &row)
{
    return connection.run("INSERT INTO memberships (cluster_uuid, machine_key, machine, record) VALUES (?, ?, ?, ?)"
                          " ON CONFLICT (cluster_uuid, machine_key) DO UPDATE SET record = excluded.record",
                          {row.clusterUuid, keyOf(row.machine), row.machine.toString(), textOf(row.record)});
}

Result<void> deleteMembership(StoreConnection &connection, const QString &clusterUuid, const ResourceId &machine)
{
    return connection.run("DELETE FROM memberships WHERE cluster_uuid = ? AND machine_key = ?",
                          {clusterUuid, keyOf(machine)});
}

Result<void> writeTransfer(StoreConnection &connection, const TransferRow &row)
{
    return connection.run("INSERT INTO transfers (id, record) VALUES (?, ?)"
                          " ON CONFLICT (id) DO UPDATE SET record = excluded.record",
                          {row.id, textOf(row.record)});
}

Result<void> deleteTransfer(StoreConnection &connection, const QString &id)
{
    return connection.run("DELETE FROM transfers WHERE id = ?", {id});
}

Result<void> writeEvent(StoreConnection &connection, const EventRow &row)
{
    return connection.run("INSERT INTO events (job_uuid, time_ms, event) VALUES (?, ?, ?)",
                          {row.jobUuid, row.timeMs, textOf(row.event)});
}

Result<void> writeSetting(StoreConnection &connection, const SettingRow &row)
{
    if (row.value.isEmpty())
        return connection.run("DELETE FROM meta WHERE key = ?", {row.key});
    return connection.run("INSERT INTO meta (key, value) VALUES (?, ?)"
                          " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                          {row.key, row.value});
}

Result<void> writeVolume(StoreConnection &connection, const MappedVolume &mapping)
{
    return connection.run("INSERT INTO volumes (source_key, source, target) VALUES (?, ?, ?)"
                          " ON CONFLICT (source_key) DO UPDATE SET source = excluded.source, target = excluded.target",
                          {mapping.source.toLower(), mapping.source, mapping.target});
}

Result<void> deleteVolume(StoreConnection &connection, const QString &source)
{
    return connection.run("DELETE FROM volumes WHERE source_key = ?", {source.toLower()});
}

Result<StoreContents> loadContents(StoreConnection &connection)
{
    StoreContents contents;
    const auto profile = connection.value(u"SELECT value FROM meta WHERE key = 'profile'"_s);
    if (!profile)
        return profile.error();
    contents.profileId = profile->toString();
    Result<void> done;
    const auto select = [&](const char *sql, const auto &take) {
        if (done)
            done = connection.select(sql, {}, take);
    };
    select("SELECT key, value FROM meta WHERE key NOT IN ('profile', 'clean')", [&](const QSqlQuery &query) {
        contents.settings.insert(query.value(0).toString(), query.value(1).toString());
    });
    select("SELECT id, document FROM resources ORDER BY sequence", [&](const QSqlQuery &query) {
        contents.resources.append({idOf(query.value(0)), jsonOf(query.value(1))});
    });
    select("SELECT uuid, id, created_ms, is_final, document, status FROM jobs WHERE is_final = 0"
           " ORDER BY created_ms, sequence",
           [&](const QSqlQuery &query) { contents.liveJobs.append(jobOf(query)); });
    select("SELECT cluster_uuid, machine, record FROM memberships ORDER BY cluster_uuid, machine_key",
           [&](const QSqlQuery &query) {
               contents.memberships.append({query.value(0).toString(), idOf(query.value(1)), jsonOf(query.value(2))});
           });
    select("SELECT id, record FROM transfers ORDER BY sequence", [&](const QSqlQuery &query) {
        contents.transfers.append({query.value(0).toString(), jsonOf(query.value(1))});
    });
    select("SELECT source, target FROM volumes ORDER BY source_key", [&](const QSqlQuery &query) {
        contents.volumes.append({query.value(0).toString(), query.value(1).toString()});
    });
    if (!done)
        return done.error();
    return contents;
}

Result<JobRow> readJob(StoreConnection &connection, const ResourceId &id)
{
    const auto found = connection.rows("SELECT uuid, id, created_ms, is_final, document, status FROM jobs"
                                       " WHERE id_key = ? ORDER BY sequence DESC LIMIT 1",
                                       {keyOf(id)}, jobOf);
    if (!found)
        return found.error();
    if (found->isEmpty())
        return jobNotFound(id.toString());
    return found->constFirst();
}

Result<QList<JobRow>> readJobPage(StoreConnection &connection, const ResourceId &experiment, const QString &beforeUuid,
                                  int limit)
{
    std::pair<qint64, qint64> before{std::numeric_limits<qint64>::max(), std::numeric_limits<qint64>::max()};
    if (!beforeUuid.isEmpty()) {
        const auto found = connection.rows(
            "SELECT created_ms, sequence FROM jobs WHERE uuid = ?", {beforeUuid},
            [](const QSqlQuery &query) { return std::pair(query.value(0).toLongLong(), query.value(1).toLongLong()); });
        if (!found)
            return found.error();
        if (found->isEmpty())
            return jobNotFound(beforeUuid);
        before = found->constLast();
    }
    return connection.rows("SELECT uuid, id, created_ms, is_final, document, status FROM jobs"
                           " WHERE experiment_key = ? AND (created_ms, sequence) < (?, ?)"
                           " ORDER BY created_ms DESC, sequence DESC LIMIT ?",
                           {keyOf(experiment), before.first, before.second, limit}, jobOf);
}

Result<bool> hasJob(StoreConnection &connection, const QString &uuid)
{
    const auto found = connection.rows("SELECT 1 FROM jobs WHERE uuid = ?", {uuid}, [](const auto &) { return true; });
    if (!found)
        return found.error();
    return !found->isEmpty();
}

Result<qint64> countJobs(StoreConnection &connection, const ResourceId &experiment)
{
    qint64 count = 0;
    const auto done = connection.select("SELECT COUNT(*) FROM jobs WHERE experiment_key = ?", {keyOf(experiment)},
                                        [&](const QSqlQuery &query) { count = query.value(0).toLongLong(); });
    return done ? Result<qint64>(count) : Result<qint64>(done.error());
}

Result<QList<EventRow>> readEvents(StoreConnection &connection, const QString &jobUuid)
{
    return connection.rows(
        "SELECT job_uuid, time_ms, event FROM events WHERE job_uuid = ? ORDER BY sequence", {jobUuid},
        [](const QSqlQuery &query) {
            return EventRow{query.value(0).toString(), query.value(1).toLongLong(), jsonOf(query.value(2))};
        });
}

} // namespace engine
