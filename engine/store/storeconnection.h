// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>

#include <memory>
#include <unordered_map>

namespace engine {

/// Whether \a path is on a network file system. SQLite's write-ahead log needs memory shared between its users, which
/// such a file system does not provide.
[[nodiscard]] bool isOnNetworkFileSystem(const QString &path);

/// StoreDamaged for the file at \a path; \a words describe the damage.
[[nodiscard]] Error storeDamaged(const QString &path, const QString &words);

/// One SQLite connection with its prepared statements; closed by the destructor. Thread: the one that opened it.
/// Errors: StoreDamaged when the file is not valid, else IoError; both with the path and SQLite's words.
class StoreConnection final
{
    Q_DISABLE_COPY_MOVE(StoreConnection)

public:
    enum class Journal {
        WriteAheadLog, ///< a commit survives the death of the process; a power loss may lose the last commits
        Truncate, ///< for network homes: exclusive lock, rollback journal, every commit synced
    };

    /// Opens \a path; creates it if missing.
    static Result<std::unique_ptr<StoreConnection>> open(const QString &path, Journal journal);
    ~StoreConnection();

    [[nodiscard]] QString path() const { return m_path; }

    Result<void> execute(const QString &sql);
    /// The first column of the first row; invalid without a row.
    Result<QVariant> value(const QString &sql);
    Result<bool> hasTable(const QString &name);

    /// Runs a statement that is prepared once. \a sql must be the same literal at every call.
    Result<void> run(const char *sql, const QVariantList &values = {});
    /// As run(); \a receive is called with the query for each row.
    template <typename Receive> Result<void> select(const char *sql, const QVariantList &values, Receive &&receive);
    /// The results of \a read for each row.
    template <typename Read> auto rows(const char *sql, const QVariantList &values, Read read)
    {
        using Row = std::invoke_result_t<Read, const QSqlQuery &>;
        QList<Row> all;
        const auto done = select(sql, values, [&](const QSqlQuery &query) { all.append(read(query)); });
        return done ? Result<QList<Row>>(all) : Result<QList<Row>>(done.error());
    }

    Result<void> quickCheck() { return check(QStringLiteral("PRAGMA quick_check(1)")); }
    Result<void> fullCheck() { return check(QStringLiteral("PRAGMA integrity_check(1)")); }

    [[nodiscard]] Error errorOf(const QSqlError &error) const;

private:
    explicit StoreConnection(const QString &path);
    Result<void> check(const QString &pragma);
    Result<QSqlQuery *> start(const char *sql, const QVariantList &values);

    QString m_path;
    QString m_name;
    QSqlDatabase m_database;
    std::unordered_map<const char *, QSqlQuery> m_statements;
};

template <typename Receive>
Result<void> StoreConnection::select(const char *sql, const QVariantList &values, Receive &&receive)
{
    const auto started = start(sql, values);
    if (!started)
        return started.error();
    QSqlQuery &query = **started;
    while (query.next())
        receive(std::as_const(query));
    const QSqlError error = query.lastError();
    query.finish(); // an open cursor would block checkpoints and backups
    if (error.isValid())
        return errorOf(error);
    return {};
}

} // namespace engine
