// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/enginefixture.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QProcess>

#include <csignal>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::EngineFixture;

namespace {

bool run(const QString &program, const QStringList &arguments)
{
    return QProcess::execute(program, arguments) == 0;
}

/// A file system of one megabyte at a folder, when this user may make one.
class SmallDisk
{
public:
    explicit SmallDisk(const QString &path) : m_path(path)
    {
        m_isThere = QDir().mkpath(path) && ::geteuid() == 0
            && run(u"mount"_s, {u"-t"_s, u"tmpfs"_s, u"-o"_s, u"size=1m"_s, u"tmpfs"_s, path});
    }
    ~SmallDisk()
    {
        if (m_isThere)
            run(u"umount"_s, {u"-l"_s, m_path});
    }
    Q_DISABLE_COPY_MOVE(SmallDisk)

    [[nodiscard]] bool isThere() const { return m_isThere; }
    [[nodiscard]] bool grow() const { return run(u"mount"_s, {u"-o"_s, u"remount,size=16m"_s, m_path}); }
    void fill() const
    {
        QFile file(m_path + u"/filler"_s);
        if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
            return;
        while (file.write(QByteArray(512, 'x')) > 0) { }
    }

private:
    QString m_path;
    bool m_isThere = false;
};

} // namespace

/// What can go wrong on a node under the engine's eyes: each ends in a definite state with a reason.
class TstFaults : public QObject
{
    Q_OBJECT

private slots:
    void saysThatTheDiskIsFull()
    {
        EngineFixture fixture;
        const SmallDisk disk(fixture.home());
        if (!disk.isThere())
            QSKIP("NOT TESTED: a full disk. Making a small file system needs root.");
        QVERIFY(fixture.start());
        QVERIFY(fixture.addThisComputer());
        QVERIFY(fixture.submit(u"a"_s, u"true"_s));
        QCOMPARE(toString(fixture.finished(u"a"_s).state), u"succeeded"_s);
        disk.fill();
        QVERIFY(fixture.submit(u"b"_s, u"true"_s));
        const JobSnapshot job = fixture.finished(u"b"_s);
        QCOMPARE(toString(job.state), u"failed"_s);
        QVERIFY2(QStringList({u"DiskFull"_s, u"LaunchFailed"_s}).contains(job.errors.first().code),
                 qPrintable(job.errors.first().code));
        QVERIFY2(!job.reason.text().contains(u"gave no reason"_s), qPrintable(job.reason.text()));
        fixture.stop();
    }

    void keepsTheExitCodeWhenTheDiskFillsUp()
    {
        EngineFixture fixture;
        const SmallDisk disk(fixture.home());
        if (!disk.isThere())
            QSKIP("NOT TESTED: a disk that fills up. Making a small file system needs root.");
        QVERIFY(fixture.start());
        QVERIFY(fixture.addThisComputer());
        const QString go = fixture.root() + u"/go"_s;
        QVERIFY(fixture.submit(u"a"_s, u"while [ ! -e %1 ]; do sleep 0.1; done; exit 5"_s.arg(go)));
        QTRY_COMPARE(toString(fixture.job(u"a"_s).phase), u"executing"_s);
        disk.fill();
        QVERIFY(QFile(go).open(QIODevice::WriteOnly));
        const JobSnapshot job = fixture.finished(u"a"_s);
        QCOMPARE(toString(job.state), u"failed"_s);
        QCOMPARE(job.exitCode.value_or(-1), 5);
        fixture.stop();
    }

    void bringsTheRestOfALogWhenThereIsRoomHere()
    {
        EngineFixture fixture;
        const SmallDisk disk(fixture.profile() + u"/spool"_s);
        if (!disk.isThere())
            QSKIP("NOT TESTED: a full disk here. Making a small file system needs root.");
        QVERIFY(fixture.start());
        QVERIFY(fixture.addThisComputer());
        const QString go = fixture.root() + u"/go"_s;
        const auto copyOf = [&](const QString &file) {
            const auto answer =
                fixture.call(u"job.follow"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}, {u"file"_s, file}});
            return answer ? answer->toObject() : QJsonObject();
        };
        QVERIFY(fixture.submit(u"a"_s, u"while [ ! -e %1 ]; do sleep 0.1; done; seq 1 400000"_s.arg(go))); // 2.7 MB
        for (const QString &file : {u"stdout.txt"_s, u"stderr.txt"_s})
            QTRY_COMPARE(copyOf(file).value(u"exists"_s), true);
        QVERIFY(QFile(go).open(QIODevice::WriteOnly));
        const auto timesTold = [&] {
            const auto events = fixture.call(u"job.events"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}});
            const QJsonArray all = events ? events->toArray() : QJsonArray();
            return int(std::count_if(all.begin(), all.end(), [](const QJsonValue &event) {
                const QString words = Message::fromJson(event[u"message"_s].toObject()).englishText();
                return words.contains(u"is full"_s) && words.contains(u"stdout.txt"_s);
            }));
        };
        for (int engine = 1; engine <= 2; ++engine) { // the next one has the same to do
            QTRY_COMPARE(toString(fixture.job(u"a"_s).state), u"succeeded"_s);
            QTRY_COMPARE(timesTold(), engine);
            QTRY_COMPARE(copyOf(u"stderr.txt"_s).value(u"complete"_s), true);
            QCOMPARE(copyOf(u"stdout.txt"_s).value(u"complete"_s), false);
            if (engine == 2)
                break;
            fixture.stop();
            QVERIFY(fixture.start());
        }
        const auto isComplete = [&] { return fixture.job(u"a"_s).logs.constFirst().complete; };
        QVERIFY(!isComplete());
        QVERIFY(disk.grow());
        const JobSnapshot job = fixture.finished(u"a"_s);
        QVERIFY(isComplete());
        const QByteArray log = EngineFixture::log(job, u"stdout.txt"_s);
        QCOMPARE(log.count('\n'), 400'000);
        QVERIFY(log.startsWith("1\n2\n") && log.endsWith("\n399999\n400000\n"));
        fixture.stop();
    }

    void takesNoOtherProcessForTheJob()
    {
        EngineFixture fixture;
        QVERIFY(fixture.start());
        QVERIFY(fixture.addThisComputer());
        QVERIFY(fixture.submit(u"a"_s, u"exec sleep 600"_s));
        QTRY_COMPARE(toString(fixture.job(u"a"_s).phase), u"executing"_s);
        const QString directory =
            fixture.job(u"a"_s).document[u"properties"_s][u"x-batchdeck"_s][u"directory"_s].toString();
        for (const QString &name : {u"wrapper"_s, u"job"_s}) {
            const int pid = EngineFixture::content(directory + u'/' + name).split(' ').first().toInt();
            QVERIFY(pid > 1);
            ::kill(pid, SIGKILL);
        }
        // Its number now belongs to somebody else, who lives and began at another time.
        QFile record(directory + u"/job"_s);
        QVERIFY(record.open(QIODevice::WriteOnly | QIODevice::Truncate));
        record.write(QByteArray::number(::getpid()) + " 1\n");
        record.close();
        const JobSnapshot job = fixture.finished(u"a"_s);
        QCOMPARE(toString(job.state), u"failed"_s);
        QCOMPARE(job.errors.first().code, u"ProcessLost"_s);
        QVERIFY(!job.exitCode);
    }

    void startsWhenTheScriptHadToBePutBack()
    {
        EngineFixture fixture;
        QVERIFY(fixture.start());
        QVERIFY(fixture.addThisComputer());
        QVERIFY(fixture.submit(u"first"_s, u"true"_s));
        QCOMPARE(toString(fixture.finished(u"first"_s).state), u"succeeded"_s);
        QVERIFY(QDir(fixture.home() + u"/agent"_s).removeRecursively());
        QVERIFY(fixture.submit(u"a"_s, u"echo hello"_s));
        const JobSnapshot job = fixture.finished(u"a"_s);
        QVERIFY2(job.state == JobState::Succeeded, qPrintable(job.reason.text()));
        QCOMPARE(EngineFixture::log(job, u"stdout.txt"_s), "hello\n"_ba);
    }
};

BATCHDECK_TEST(QCoreApplication, TstFaults)
#include "tst_faults.moc"
