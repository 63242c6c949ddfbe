// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/store/storeschema.h"

#include <QVariant>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Keys are paths in lower case: ids are compared without case. Updates of a job touch no indexed columns, except
// is_final, which changes once.
constexpr StoreMigration allMigrations[] = {
    {R"(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID

CREATE TABLE resources (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id_key TEXT NOT NULL UNIQUE,
    id TEXT NOT NULL,
    document TEXT NOT NULL)

CREATE TABLE jobs (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    id_key TEXT NOT NULL,
    experiment_key TEXT NOT NULL,
    id TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    is_final INTEGER NOT NULL,
    document TEXT NOT NULL,
    status TEXT NOT NULL)

CREATE INDEX jobs_by_id ON jobs (id_key)

CREATE INDEX jobs_by_time ON jobs (experiment_key, created_ms, sequence)

CREATE INDEX jobs_live ON jobs (created_ms, sequence) WHERE is_final = 0

CREATE TABLE events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    job_uuid TEXT NOT NULL,
    time_ms INTEGER NOT NULL,
    event TEXT NOT NULL)

CREATE INDEX events_by_job ON events (job_uuid)

INSERT INTO meta VALUES ('clean', '1')
)"},
    {R"(
CREATE TABLE volumes (source_key TEXT PRIMARY KEY, source TEXT NOT NULL, target TEXT NOT NULL) WITHOUT ROWID
)"},
    {R"(
CREATE TABLE memberships (
    cluster_uuid TEXT NOT NULL,
    machine_key TEXT NOT NULL,
    machine TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (cluster_uuid, machine_key)) WITHOUT ROWID
)"},
    {R"(
CREATE TABLE transfers (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    record TEXT NOT NULL)
)"},
};

Result<void> runStep(StoreConnection &connection, const StoreMigration &step, int version)
{
    QStringList statements = QString::fromLatin1(step.statements).split(u"\n\n"_s);
    statements.append(u"PRAGMA user_version = %1"_s.arg(version));
    for (const QString &statement : std::as_const(statements)) {
        if (auto done = connection.execute(statement.trimmed()); !done)
            return done.error();
    }
    return connection.execute(u"COMMIT"_s);
}

} // namespace

std::span<const StoreMigration> storeMigrations()
{
    return allMigrations;
}

Result<int> schemaVersion(StoreConnection &connection)
{
    const auto version = connection.value(u"PRAGMA user_version"_s);
    if (!version)
        return version.error();
    return version->toInt();
}

Result<void> migrate(StoreConnection &connection, std::span<const StoreMigration> steps)
{
    const auto version = schemaVersion(connection);
    if (!version)
        return version.error();
    for (size_t next = size_t(*version); next < steps.size(); ++next) {
        if (auto begun = connection.execute(u"BEGIN IMMEDIATE"_s); !begun)
            return begun.error();
        if (auto done = runStep(connection, steps[next], int(next) + 1); !done) {
            (void)connection.execute(u"ROLLBACK"_s); // the first error is reported
            return done.error();
        }
    }
    return {};
}

Error storeFromFuture(const QString &path, int version, int newestKnown)
{
    return {ErrorCode::StoreFromFuture,
            {QT_TRANSLATE_NOOP("engine",
                               "A newer version of Batchdeck wrote the store %1 (format %2; this one knows up to "
                               "%3). It is left as it is. Use the newer version, or another profile."),
             {path, QString::number(version), QString::number(newestKnown)}},
            path};
}

} // namespace engine
