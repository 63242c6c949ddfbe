// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/store/storeconnection.h"

#include <QFile>
#include <QUuid>
#include <QVariant>

#include <algorithm>
#include <array>

#include <sys/vfs.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// File system types of statfs(2) that the homes of clusters use.
constexpr std::array<quint32, 11> networkMagics{
    0x00006969, // NFS
    0xFF534D42, // CIFS
    0xFE534D42, // SMB2
    0x0000517B, // SMB
    0x65735546, // FUSE: sshfs and the like
    0x5346414F, // AFS
    0x00C36400, // Ceph
    0x0BD00BD0, // Lustre
    0x47504653, // GPFS
    0x19830326, // BeeGFS
    0x01021997, // 9P
};

// SQLite's result codes for a damaged file: SQLITE_CORRUPT, SQLITE_NOTADB.
bool meansDamage(int resultCode)
{
    const int primary = resultCode & 0xff;
    return primary == 11 || primary == 26;
}

} // namespace

Error storeDamaged(const QString &path, const QString &words)
{
    return Error::of(ErrorCode::StoreDamaged,
                     {QT_TRANSLATE_NOOP("engine", "The store %1 is damaged: %2"), {path, words}}, path, words);
}

bool isOnNetworkFileSystem(const QString &path)
{
    struct statfs status = {};
    if (::statfs(QFile::encodeName(path).constData(), &status) != 0)
        return false;
    return std::find(networkMagics.begin(), networkMagics.end(), quint32(status.f_type)) != networkMagics.end();
}

Result<std::unique_ptr<StoreConnection>> StoreConnection::open(const QString &path, Journal journal)
{
    std::unique_ptr<StoreConnection> connection(new StoreConnection(path));
    if (!connection->m_database.open())
        return connection->errorOf(connection->m_database.lastError());
    // The locking mode comes before the journal mode: a file written with a write-ahead log elsewhere is then read
    // without shared memory.
    const QStringList pragmas = journal == Journal::WriteAheadLog
        ? QStringList{u"PRAGMA journal_mode = WAL"_s, u"PRAGMA synchronous = NORMAL"_s}
        : QStringList{u"PRAGMA locking_mode = EXCLUSIVE"_s, u"PRAGMA journal_mode = TRUNCATE"_s,
                      u"PRAGMA synchronous = FULL"_s};
    for (const QString &pragma : pragmas) {
        if (auto done = connection->execute(pragma); !done)
            return done.error();
    }
    return connection;
}

StoreConnection::StoreConnection(const QString &path)
    : m_path(path), m_name(u"store-"_s + QUuid::createUuid().toString(QUuid::WithoutBraces)),
      m_database(QSqlDatabase::addDatabase(u"QSQLITE"_s, m_name))
{
    m_database.setDatabaseName(path);
}

StoreConnection::~StoreConnection()
{
    m_statements.clear();
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_name);
}

Error StoreConnection::errorOf(const QSqlError &error) const
{
    const QString words = error.databaseText().isEmpty() ? error.driverText() : error.databaseText();
    if (meansDamage(error.nativeErrorCode().toInt()))
        return storeDamaged(m_path, words);
    return Error::of(ErrorCode::IoError,
                     {QT_TRANSLATE_NOOP("engine", "The store %1 could not be read or written: %2"), {m_path, words}},
                     m_path, error.text() + u" ("_s + error.nativeErrorCode() + u')');
}

Result<void> StoreConnection::execute(const QString &sql)
{
    const auto result = value(sql);
    if (!result)
        return result.error();
    return {};
}

Result<QVariant> StoreConnection::value(const QString &sql)
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.exec(sql))
        return errorOf(query.lastError());
    const QVariant first = query.next() ? query.value(0) : QVariant();
    if (query.lastError().isValid())
        return errorOf(query.lastError());
    return first;
}

Result<bool> StoreConnection::hasTable(const QString &name)
{
    const auto count = value(u"SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '%1'"_s.arg(name));
    if (!count)
        return count.error();
    return count->toInt() > 0;
}

Result<QSqlQuery *> StoreConnection::start(const char *sql, const QVariantList &values)
{
    auto found = m_statements.find(sql);
    if (found == m_statements.end()) {
        QSqlQuery query(m_database);
        query.setForwardOnly(true);
        if (!query.prepare(QString::fromLatin1(sql)))
            return errorOf(query.lastError());
        found = m_statements.emplace(sql, std::move(query)).first;
    }
    QSqlQuery &query = found->second;
    for (qsizetype i = 0; i < values.size(); ++i)
        query.bindValue(int(i), values.at(i));
    if (!query.exec()) {
        const Error error = errorOf(query.lastError());
        query.finish();
        return error;
    }
    return &query;
}

Result<void> StoreConnection::run(const char *sql, const QVariantList &values)
{
    const auto started = start(sql, values);
    if (!started)
        return started.error();
    (*started)->finish();
    return {};
}

Result<void> StoreConnection::check(const QString &pragma)
{
    const auto verdict = value(pragma);
    if (!verdict)
        return verdict.error();
    if (verdict->toString() != u"ok"_s)
        return storeDamaged(m_path, verdict->toString());
    return {};
}

} // namespace engine
