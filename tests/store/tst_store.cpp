// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/store/store.h"
#include "tests/store/storerowsupport.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QTemporaryDir>
#include <QUuid>

#include <csignal>

#include <sys/resource.h>

using namespace engine;
using namespace storetest;

class TstStore final : public QObject
{
    Q_OBJECT

private slots:
    void keepsEverythingOverARestart()
    {
        const QTemporaryDir directory;
        QString profile;
        {
            auto store = storetest::open(directory.path());
            QVERIFY(store);
            profile = store->initialContents().profileId;
            QVERIFY(!QUuid(profile).isNull());
            store->putResource({experiment(), {{u"name"_s, u"ö \"quoted\" %1"_s}}});
            JobRow done = job(1);
            done.isFinal = true;
            store->putJob(done);
            store->putJob(job(2));
            JobRow started = job(2);
            started.status = {{u"state"_s, u"running"_s}, {u"attempt"_s, 1}};
            store->putJob(started);
            store->putSetting({u"names"_s, u"[\"an older one\"]"_s});
            store->putSetting({u"names"_s, u"[\"ä\"]"_s});
            store->putVolume({u"blob://a/c"_s, u"path:/one"_s});
            store->putVolume({u"BLOB://A/C"_s, u"path:/two"_s});
            store->putVolume({u"blob://b/c"_s, u"path:/gone"_s});
            store->removeVolume(u"blob://B/c"_s);
        } // closing writes what is pending
        auto store = storetest::open(directory.path());
        QVERIFY(store);
        const StoreContents &contents = store->initialContents();
        QCOMPARE(contents.profileId, profile);
        QCOMPARE(contents.settings, (QHash<QString, QString>{{u"names"_s, u"[\"ä\"]"_s}}));
        QCOMPARE(contents.volumes.size(), 1);
        QCOMPARE(contents.volumes.first().source, u"BLOB://A/C"_s);
        QCOMPARE(contents.volumes.first().target, u"path:/two"_s);
        QCOMPARE(contents.resources.size(), 1);
        QCOMPARE(contents.resources.first().id, experiment());
        QCOMPARE(contents.resources.first().document.value(u"name"_s).toString(), u"ö \"quoted\" %1"_s);
        QCOMPARE(namesOf(contents.liveJobs), QStringList{u"run-2"_s}); // the final one is loaded when it is asked for
        QCOMPARE(contents.liveJobs.first().status.value(u"state"_s).toString(), u"running"_s);
        const auto final = store->fetchJob(job(1).id).result();
        QVERIFY2(final, wordsOf(final));
        QVERIFY(final->isFinal);
        QCOMPARE(final->createdMs, 1);
        QCOMPARE(final->document, job(1).document);
    }

    void putsTogetherWhatBelongsTogether()
    {
        const QTemporaryDir directory;
        auto store = storetest::open(directory.path());
        QVERIFY(store);
        QVERIFY(store->putTogether({{experiment(), {}}, {experiment(u"f"_s), {}}}, {job(1), job(2)}).result());
        JobRow bad = job(3);
        bad.uuid = QString(); // which the store's own rules refuse
        const auto refused = store->putTogether({{experiment(u"g"_s), {}}}, {job(4), bad}).result();
        QVERIFY(!refused);
        store.reset();
        store = storetest::open(directory.path());
        QVERIFY(store);
        QCOMPARE(store->initialContents().resources.size(), 2);
        QCOMPARE(namesOf(store->initialContents().liveJobs), (QStringList{u"run-1"_s, u"run-2"_s}));
    }

    void findsIdsInAnyCase()
    {
        const QTemporaryDir directory;
        auto store = storetest::open(directory.path());
        QVERIFY(store);
        store->putResource({experiment(u"Exp"_s), {{u"n"_s, 1}}});
        store->putResource({experiment(u"eXP"_s), {{u"n"_s, 2}}});
        store->putJob(job(1, experiment(u"EXP"_s)));
        QVERIFY(store->fetchJob(experiment(u"exp"_s).child(ResourceKind::Job, u"RUN-1"_s)).result());
        QCOMPARE(store->listJobs(experiment(u"exP"_s), {}, 10).result()->size(), 1);
        QCOMPARE(*store->countJobs(experiment(u"exP"_s)).result(), 1);
        store.reset();
        store = storetest::open(directory.path());
        QCOMPARE(store->initialContents().resources.size(), 1);
        QCOMPARE(store->initialContents().resources.first().document.value(u"n"_s).toInt(), 2);
    }

    void saysWhenAJobIsNotThere()
    {
        const QTemporaryDir directory;
        auto store = storetest::open(directory.path());
        QVERIFY(store);
        QCOMPARE(toString(store->fetchJob(job(1).id).result().error().code), toString(ErrorCode::NotFound));
        QCOMPARE(toString(store->listJobs(experiment(), u"gone"_s, 10).result().error().code),
                 toString(ErrorCode::NotFound));
        QVERIFY(store->listJobs(experiment(), {}, 10).result()->isEmpty());
        QCOMPARE(*store->countJobs(experiment()).result(), 0);
    }

    void removesAllBelowAndNothingBeside()
    {
        const QTemporaryDir directory;
        auto store = storetest::open(directory.path());
        QVERIFY(store);
        // Names around the boundary: "e" is a prefix of "e-2", "e0" and "e_"; '-' sorts before '/', '0' right after.
        const QStringList names{u"e"_s, u"e-2"_s, u"e0"_s, u"e_"_s, u"ee"_s};
        for (const QString &name : names) {
            store->putResource({experiment(name), {}});
            store->putJob(job(1, experiment(name)));
            store->appendEvent(eventRow(1, job(1, experiment(name)).uuid));
        }
        const auto removed = store->removeResource(experiment(u"E"_s)).result();
        QVERIFY2(removed, wordsOf(removed));
        for (const QString &name : names) {
            const bool stays = name != u"e"_s;
            QCOMPARE(store->fetchJob(job(1, experiment(name)).id).result().has_value(), stays);
            QCOMPARE(store->listEvents(job(1, experiment(name)).uuid).result()->size(), stays ? 1 : 0);
        }
        QVERIFY(store->removeResource(experiment().ancestor(ResourceKind::Group)).result());
        store.reset();
        store = storetest::open(directory.path());
        QVERIFY(store->initialContents().resources.isEmpty());
        QVERIFY(store->initialContents().liveJobs.isEmpty());
    }

    void removesAJobWithItsEvents()
    {
        const QTemporaryDir directory;
        auto store = storetest::open(directory.path());
        QVERIFY(store);
        for (int i = 1; i <= 2; ++i) {
            store->putJob(job(i));
            store->appendEvent(eventRow(i, job(i).uuid));
        }
        store->removeJob(job(1).uuid);
        QCOMPARE(namesOf(*store->listJobs(experiment(), {}, 10).result()), QStringList{u"run-2"_s});
        QVERIFY(store->listEvents(job(1).uuid).result()->isEmpty());
        QCOMPARE(store->listEvents(job(2).uuid).result()->size(), 1);
    }

    void readsSeeTheWritesBeforeThem()
    {
        const QTemporaryDir directory;
        auto store = storetest::open(directory.path());
        QVERIFY(store);
        for (int i = 0; i < 1000; ++i)
            store->appendEvent(eventRow(i, u"u"_s));
        const auto events = store->listEvents(u"u"_s).result();
        QCOMPARE(events->size(), 1000);
        for (int i = 0; i < 1000; ++i) {
            QCOMPARE(events->at(i).event.value(u"number"_s).toInt(), i);
            QCOMPARE(events->at(i).timeMs, 1000 + i);
        }
    }

    void pagesThroughManyJobsNewestFirst()
    {
        const int count = testing::isShortSanitizedRun() ? 5'000 : 100'000;
        const QTemporaryDir directory;
        auto store = storetest::open(directory.path());
        QVERIFY(store);
        QFuture<Result<void>> last;
        for (int i = 0; i < count; ++i) {
            JobRow row = job(i);
            row.createdMs = i / 3; // ties: the later call counts as newer
            row.isFinal = true;
            last = store->putJob(row);
            if (i % 100 == 0)
                store->putJob(job(i, experiment(u"other"_s)));
        }
        QVERIFY2(last.result(), wordsOf(last.result()));
        QString before;
        int next = count - 1;
        while (true) {
            const auto page = store->listJobs(experiment(), before, 500).result();
            QVERIFY2(page, wordsOf(page));
            if (page->isEmpty())
                break;
            for (const JobRow &row : *page)
                QCOMPARE(row.uuid, job(next--).uuid);
            before = page->constLast().uuid;
        }
        QCOMPARE(next, -1);
    }

    void reportsAFullDiskAndWorksAgainAfterwards()
    {
        const QTemporaryDir directory;
        auto store = storetest::open(directory.path());
        QVERIFY(store);
        QVERIFY(store->putJob(job(1)).result());

        // A limit on the size of this process's files stands in for the end of the disk.
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit usual = {};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &usual), 0);
        rlimit tight = usual;
        tight.rlim_cur = 512 * 1024;
        if (setrlimit(RLIMIT_FSIZE, &tight) != 0)
            SKIP_UNLESS_ALL("this system does not let a test limit its files");
        QList<QFuture<Result<void>>> writes;
        for (int i = 2; i < 102; ++i) {
            JobRow big = job(i);
            big.document.insert(u"text"_s, QString(64 * 1024, u'x'));
            writes.append(store->putJob(big));
        }
        QList<ErrorCode> codes;
        QString words;
        for (const auto &write : std::as_const(writes)) {
            const auto result = write.result();
            if (!result) {
                codes.append(result.error().code);
                words = result.error().message.englishText();
            }
        }
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &usual), 0);
        QVERIFY(!codes.isEmpty());
        QCOMPARE(codes.count(ErrorCode::IoError), codes.size());
        QVERIFY2(words.contains(u"batchdeck.db"_s), qPrintable(words));
        // Who was told of a failure is not there, who was told of success is.
        const auto after = store->putJob(job(500)).result();
        QVERIFY2(after, wordsOf(after));
        const auto there = store->listJobs(experiment(), {}, 1000).result();
        QCOMPARE(there->size(), 2 + writes.size() - codes.size());
        store.reset();
        store = storetest::open(directory.path());
        QVERIFY(store);
        QVERIFY(store->fetchJob(job(500).id).result());
        QVERIFY(store->fetchJob(job(1).id).result());
    }

    void saysWhereItCannotWrite()
    {
        const QTemporaryDir directory;
        QFile(directory.filePath(u"store"_s)).open(QIODevice::WriteOnly); // a file where the folder should be
        QList<Message> notices;
        const auto store = Store::open(directory.path(), notices);
        QVERIFY(!store);
        QCOMPARE(toString(store.error().code), toString(ErrorCode::IoError));
        QVERIFY(store.error().message.englishText().contains(directory.path()));
    }

    void futuresAreCancelledNeverStuckWhenTheStoreCloses()
    {
        const QTemporaryDir directory;
        auto store = storetest::open(directory.path());
        QVERIFY(store);
        const auto checked = store->checkedAfterStart();
        const auto write = store->putJob(job(1));
        store.reset();
        QVERIFY(write.isFinished());
        QVERIFY(write.result());
        QVERIFY(checked.isFinished());
    }
};

BATCHDECK_TEST(QCoreApplication, TstStore)
#include "tst_store.moc"
