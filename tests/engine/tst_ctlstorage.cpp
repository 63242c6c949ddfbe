// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/ctlfixture.h"
#include "tests/support/parts.h"
#include "tests/support/sshserver.h"
#include "tests/support/testmain.h"

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using testing::Installation;
using testing::Outcome;
using testing::words;

/// What the built batchctl does to files of this computer and of a real machine.
class TstCtlStorage final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void copiesBetweenAnyPlaces();
    void comparesByChecksum();
    void movesFiles();
    void removesOnlyWhatWasAnswered();
    void putsIntoTheTrashAndBack();
    void tellsWhatWasTrashedBeforeAnError();
    void tellsChecksums();
    void showsAndSetsTransfers();

private:
    [[nodiscard]] Outcome run(const QString &line, const QStringList &more = {}) const
    {
        return m_installation->batchctl(words(line, more));
    }
    [[nodiscard]] QString path(const QString &name) const { return m_installation->path(u"data/"_s + name); }
    [[nodiscard]] QString there(const QString &name) const { return u"a05:"_s + path(name); }
    void write(const QString &name, const QByteArray &bytes) const
    {
        const QString full = path(name);
        QDir().mkpath(QFileInfo(full).path());
        QFile file(full);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    QTemporaryDir m_tools; // of the machine, before its own
    std::unique_ptr<testing::SshServer> m_server;
    std::unique_ptr<Installation> m_installation;
};

void TstCtlStorage::initTestCase()
{
    SKIP_WITHOUT("sshd");
    m_server = std::make_unique<testing::SshServer>("SetEnv PATH=" + m_tools.path().toUtf8() + ":/usr/bin:/bin\n");
    QVERIFY(m_server->start());
}

void TstCtlStorage::init()
{
    m_installation = std::make_unique<Installation>();
    const Outcome added =
        run(u"machine add a05"_s,
            {u"--ssh"_s, m_server->destination(), u"--identity"_s, m_server->identityFile(), u"--home"_s,
             m_installation->path(u"home"_s), u"--accept-host-key"_s, m_server->fingerprint()});
    QVERIFY2(added.exitCode == 0, added.errorOutput);
    QDir().mkpath(path(u"target"_s));
}

void TstCtlStorage::copiesBetweenAnyPlaces()
{
    write(u"t/a b"_s, "one\n");
    for (const auto &[from, to] : {std::pair{path(u"t"_s), path(u"target/1"_s)},
                                   {path(u"t"_s), there(u"target/2"_s)},
                                   {there(u"t"_s), there(u"target/3"_s)},
                                   {there(u"t"_s), path(u"target/4"_s)}}) {
        const Outcome copied = run(u"storage copy"_s, {from, to});
        QVERIFY2(copied.exitCode == 0, copied.errorOutput);
        QCOMPARE(copied.json()[u"state"_s], u"done"_s);
        QCOMPARE(testing::contentOf(to.section(u':', -1) + u"/t/a b"_s), "one\n");
    }
    QCOMPARE(run(u"storage copy"_s, {path(u"t"_s), path(u"t"_s)}).exitCode, 4);
    QCOMPARE(run(u"storage copy"_s, {path(u"none"_s), path(u"target"_s)}).exitCode, 1);
}

// Of the same size and time.
void TstCtlStorage::comparesByChecksum()
{
    for (const auto &[verb, from, to] : {std::tuple{u"upload"_s, path(u"t"_s), there(u"target"_s)},
                                         {u"download"_s, there(u"t"_s), path(u"target"_s)},
                                         {u"copy"_s, there(u"t"_s), there(u"target"_s)}}) {
        write(u"t/a"_s, "one\n");
        write(u"target/t/a"_s, "two\n");
        const QDateTime time = QDateTime::fromSecsSinceEpoch(1'500'000'000);
        for (const QString &name : {u"t/a"_s, u"target/t/a"_s}) {
            QFile file(path(name));
            QVERIFY(file.open(QIODevice::ReadWrite) && file.setFileTime(time, QFile::FileModificationTime));
        }
        const QString line = u"storage "_s + verb + u" --conflicts replace"_s;
        VERIFY_DONE(run(line, {from, to}));
        QCOMPARE(testing::contentOf(path(u"target/t/a"_s)), "two\n");
        const Outcome compared = run(line + u" --checksum"_s, {from, to});
        QVERIFY2(compared.exitCode == 0, compared.errorOutput);
        QCOMPARE(compared.json()[u"checksum"_s], true);
        QCOMPARE(testing::contentOf(path(u"target/t/a"_s)), "one\n");
    }
    QVERIFY(run(u"storage upload --help"_s).output.contains("--checksum"));
}

void TstCtlStorage::movesFiles()
{
    write(u"t/a"_s, "one\n");
    write(u"u/b"_s, "two\n");
    VERIFY_DONE(run(u"storage move"_s, {path(u"t"_s), there(u"target"_s)}));
    VERIFY_DONE(run(u"storage move"_s, {there(u"u"_s), there(u"target"_s)}));
    QCOMPARE(testing::contentOf(path(u"target/t/a"_s)), "one\n");
    QCOMPARE(testing::contentOf(path(u"target/u/b"_s)), "two\n");
    QVERIFY(!QFileInfo::exists(path(u"t"_s)) && !QFileInfo::exists(path(u"u"_s)));
    QCOMPARE(run(u"storage move"_s, {path(u"target/t"_s), path(u"target"_s)}).exitCode, 4);
}

void TstCtlStorage::removesOnlyWhatWasAnswered()
{
    for (const QString &place : {QString(), u"a05:"_s}) {
        write(u"t/a"_s, "one\n");
        const Outcome asked = run(u"storage remove"_s, {place + path(u"t"_s)});
        QCOMPARE(asked.exitCode, 2);
        QVERIFY2(asked.errorOutput.contains("1 file and 1 folder (4 bytes)"), asked.errorOutput);
        QVERIFY(QFileInfo::exists(path(u"t/a"_s)));
        VERIFY_DONE(run(u"storage remove -y"_s, {place + path(u"t"_s)}));
        QVERIFY(!QFileInfo::exists(path(u"t"_s)));
        QCOMPARE(run(u"storage remove -y"_s, {place + path(u"t"_s)}).exitCode, 3);
        QCOMPARE(run(u"storage remove -y"_s, {place + u"/"_s}).exitCode, 4);
    }
}

void TstCtlStorage::putsIntoTheTrashAndBack()
{
    write(u"t/a"_s, "one\n");
    const Outcome trashed = run(u"storage remove --trash"_s, {there(u"t"_s)});
    QVERIFY2(trashed.exitCode == 0, trashed.errorOutput);
    QVERIFY(!QFileInfo::exists(path(u"t"_s)));
    const QJsonValue row = trashed.json()[0];
    QCOMPARE(row[u"path"_s].toString(), path(u"t"_s));
    VERIFY_DONE(run(u"storage restore"_s, {u"a05:"_s + row[u"trashed"_s].toString(), there(u"t"_s)}));
    QCOMPARE(testing::contentOf(path(u"t/a"_s)), "one\n");
    QVERIFY(run(u"storage restore"_s, {u"a05:"_s + row[u"trashed"_s].toString(), there(u"t"_s)}).exitCode != 0);
    const QString trash = row[u"trashed"_s].toString().section(u'/', 0, -3);
    for (const QString &folder :
         {QString(trash + u"/files"_s), QString(trash + u"/info"_s), trash}) // what there was not before
        QDir().rmdir(folder);
}

// Only who knows what it is called there can take it back.
void TstCtlStorage::tellsWhatWasTrashedBeforeAnError()
{
    write(u"bd-test-1"_s, "one\n");
    write(u"bd-test-2"_s, "two\n");
    const QString mover = m_tools.filePath(u"mv"_s);
    QVERIFY(testing::writeFile(mover, "#!/bin/sh\ncase $* in *bd-test-2*) exit 1 ;; esac\nexec /bin/mv \"$@\"\n"));
    QVERIFY(QFile::setPermissions(mover, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    const Outcome trashed = run(u"storage remove --trash"_s, {there(u"bd-test-1"_s), there(u"bd-test-2"_s)});
    QVERIFY(QFile::remove(mover));
    QCOMPARE(trashed.exitCode, 1);
    QVERIFY2(trashed.errorOutput.contains("could not do it"), trashed.errorOutput);
    QCOMPARE(trashed.json().toArray().size(), 1);
    const QJsonValue row = trashed.json()[0];
    QCOMPARE(row[u"path"_s].toString(), path(u"bd-test-1"_s));
    VERIFY_DONE(run(u"storage restore"_s, {u"a05:"_s + row[u"trashed"_s].toString(), there(u"bd-test-1"_s)}));
    QVERIFY(QFileInfo::exists(path(u"bd-test-1"_s)) && QFileInfo::exists(path(u"bd-test-2"_s)));
}

void TstCtlStorage::tellsChecksums()
{
    write(u"f"_s, "abc");
    for (const QString &file : {path(u"f"_s), there(u"f"_s)}) {
        const Outcome sums = run(u"storage checksum --algorithm md5"_s, {file});
        QVERIFY2(sums.exitCode == 0, sums.errorOutput);
        QCOMPARE(sums.json()[0][u"checksum"_s], u"900150983cd24fb0d6963f7d28e17f72"_s);
    }
    QVERIFY(run(u"storage checksum"_s, {path(u"f"_s)}).output.contains("ba7816bf8f01cfea414140de5dae2223b00361a3"));
    QCOMPARE(run(u"storage checksum --algorithm none"_s, {path(u"f"_s)}).exitCode, 4);
    QDir().mkpath(path(u"t"_s));
    const Outcome some = run(u"storage checksum"_s, {path(u"f"_s), path(u"t"_s)});
    QCOMPARE(some.exitCode, 1);
    QCOMPARE(some.json().toArray().size(), 1);
}

void TstCtlStorage::showsAndSetsTransfers()
{
    const Outcome limits = run(u"transfer limits"_s);
    VERIFY_DONE(limits);
    QCOMPARE(limits.json()[u"perPlace"_s], 2);
    QCOMPARE(run(u"transfer limits --per-place 1 --total 8"_s).json()[u"total"_s], 8);
    QCOMPARE(run(u"transfer limits"_s).json()[u"perPlace"_s], 1);
    QCOMPARE(run(u"transfer limits --total 17"_s).exitCode, 4);
    QCOMPARE(run(u"transfer limits --total many"_s).exitCode, 4);
    QVERIFY(run(u"transfer limits -o table"_s).output.contains("PerPlace"));

    write(u"t/a"_s, QByteArray(6'000'000, 'x')); // as slow as a limit may be: it is there to be changed
    QVERIFY(::mkfifo(path(u"t/pipe"_s).toLocal8Bit().constData(), 0600) == 0);
    for (int i = 0; i < 2; ++i)
        VERIFY_DONE(run(u"storage upload --no-wait --limit 64000"_s, {path(u"t"_s), there(u"target/%1"_s.arg(i))}));
    const QJsonArray all = run(u"transfer list"_s).json().toArray();
    QCOMPARE(all.size(), 2);
    const QString first = all[0][u"id"_s].toString(), second = all[1][u"id"_s].toString();
    const Outcome set = run(u"transfer set --limit 5000000 --priority 7"_s, {second});
    VERIFY_DONE(set);
    QCOMPARE(set.json()[u"priority"_s], 7);
    QCOMPARE(set.json()[u"bytesPerSecond"_s], 5'000'000);
    QVERIFY(run(u"transfer set --first"_s, {second}).json()[u"priority"_s].toInt() >= 7);
    QCOMPARE(run(u"transfer set --limit 5"_s, {first}).exitCode, 4);
    QCOMPARE(run(u"transfer set --priority lots"_s, {first}).exitCode, 4);
    QCOMPARE(run(u"transfer set"_s, {first}).exitCode, 2);
    QCOMPARE(run(u"transfer set --first"_s, {u"none"_s}).exitCode, 3);
    VERIFY_DONE(run(u"transfer set --limit 0"_s, {first}));
    QVERIFY(run(u"transfer wait"_s, {first}).exitCode != 0); // the pipe is nothing to send
    const Outcome shown = run(u"transfer show"_s, {first.left(12)});
    VERIFY_DONE(shown);
    QCOMPARE(shown.json()[u"state"_s], u"failed"_s);
    QCOMPARE(shown.json()[u"failedFiles"_s][0][0], u"t/pipe"_s);
    QVERIFY(run(u"transfer show -o table"_s, {first}).output.contains("t/pipe: it is neither a file"));
    QCOMPARE(run(u"transfer show"_s, {u"none"_s}).exitCode, 3);
    VERIFY_DONE(run(u"transfer cancel"_s, {second}));
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstCtlStorage)

#include "tst_ctlstorage.moc"
