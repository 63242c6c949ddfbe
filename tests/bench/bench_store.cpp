// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Status writes of jobs: the store's batches against plain SQLite, autocommit and synchronous=FULL, in one run (ABAB,
// medians). Usage: bench_store [WRITES-PER-ROUND [ROUNDS]]

#include "engine/store/store.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QVariant>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace engine;
using namespace Qt::StringLiterals;

namespace {

constexpr int jobCount = 1000;

JobRow jobRow(int i, int turn)
{
    const auto experiment = ResourceId::group(u"p"_s, u"g"_s)
                                .child(ResourceKind::Workspace, u"w"_s)
                                .child(ResourceKind::Experiment, u"e"_s);
    return {QString::number(i),
            experiment.child(ResourceKind::Job, u"run-%1"_s.arg(i)),
            i,
            false,
            {{u"text"_s, QString(1500, u'x')}},
            {{u"state"_s, u"running"_s}, {u"turn"_s, turn}}};
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.at(values.size() / 2);
}

double batchedWritesPerSecond(Store &store, int writes, int round)
{
    QElapsedTimer timer;
    timer.start();
    QFuture<Result<void>> last;
    for (int i = 0; i < writes; ++i)
        last = store.putJob(jobRow(i % jobCount, round));
    if (!last.result())
        qFatal("%s", qPrintable(last.result().error().message.englishText()));
    return writes * 1e9 / double(timer.nsecsElapsed());
}

double plainWritesPerSecond(QSqlDatabase &database, int writes, int round)
{
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < writes; ++i) {
        const JobRow row = jobRow(i % jobCount, round);
        QSqlQuery query(database);
        query.prepare(u"INSERT OR REPLACE INTO jobs VALUES (?, ?, ?, ?)"_s);
        query.addBindValue(row.uuid);
        query.addBindValue(row.id.toString());
        query.addBindValue(QString::fromUtf8(QJsonDocument(row.document).toJson(QJsonDocument::Compact)));
        query.addBindValue(QString::fromUtf8(QJsonDocument(row.status).toJson(QJsonDocument::Compact)));
        if (!query.exec())
            qFatal("the plain database does not write");
    }
    return writes * 1e9 / double(timer.nsecsElapsed());
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const int writes = argc > 1 ? std::max(1, std::atoi(argv[1])) : 20'000;
    const int plainWrites = std::max(1, writes / 20); // so that both take about as long
    const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;

    const QTemporaryDir directory;
    QList<Message> notices;
    auto store = Store::open(directory.path(), notices);
    QSqlDatabase plain = QSqlDatabase::addDatabase(u"QSQLITE"_s);
    plain.setDatabaseName(directory.filePath(u"plain.db"_s));
    if (!store || !plain.open())
        return 1;
    QSqlQuery(u"PRAGMA synchronous = FULL"_s, plain);
    QSqlQuery(u"CREATE TABLE jobs (uuid TEXT PRIMARY KEY, id TEXT, document TEXT, status TEXT)"_s, plain);

    std::vector<double> batched;
    std::vector<double> autocommit;
    for (int round = 0; round < rounds; ++round) {
        batched.push_back(batchedWritesPerSecond(**store, writes, round));
        autocommit.push_back(plainWritesPerSecond(plain, plainWrites, round));
    }
    std::printf("%-44s %12s\n", "writes of a job (1.5 kB), median of rounds", "writes/s");
    std::printf("%-44s %12.0f\n", "store, batches", median(batched));
    std::printf("%-44s %12.0f\n", "plain SQLite, autocommit, FULL", median(autocommit));
    std::printf("%-44s %11.1fx\n", "ratio", median(batched) / median(autocommit));
    return 0;
}
