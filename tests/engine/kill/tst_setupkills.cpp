// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/installation.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QDirIterator>

#include <csignal>

using namespace Qt::StringLiterals;
using testing::contentOf;
using testing::Installation;
using testing::Outcome;

/// kill -9 of the engine while it sets up a node of a cluster, by the built programs on this computer: the setup task
/// runs once, what was to be taken back is.
class TstSetupKills : public QObject
{
    Q_OBJECT

private slots:
    void survives_data();
    void survives();

private:
    static QByteArray document(const Installation &installation);
    static QJsonObject node(const Installation &installation);
    static QStringList traces(const Installation &installation);
};

QByteArray TstSetupKills::document(const Installation &installation)
{
    const QJsonObject folder{{u"path"_s, installation.path(u"data"_s)}, {u"relativeMountPath"_s, u"data"_s}};
    const QJsonObject volumes{{u"x-batchdeck"_s, QJsonObject{{u"paths"_s, QJsonArray{folder}}}}};
    const QString line = u"echo run >>'%1'; until [ -e '%2' ]; do sleep 0.1; done"_s.arg(installation.path(u"runs"_s),
                                                                                         installation.path(u"go"_s));
    const QJsonObject task{{u"commandLine"_s, line}, {u"stdOutErrPathPrefix"_s, u"$AZ_BATCHAI_MOUNT_ROOT/data"_s}};
    const QJsonObject properties{
        {u"vmSize"_s, u"STANDARD_D1"_s},
        {u"scaleSettings"_s, QJsonObject{{u"manual"_s, QJsonObject{{u"targetNodeCount"_s, 1}}}}},
        {u"userAccountSettings"_s, QJsonObject{{u"adminUserName"_s, u"demo"_s}, {u"adminUserPassword"_s, u"x"_s}}},
        {u"nodeSetup"_s, QJsonObject{{u"mountVolumes"_s, volumes}, {u"setupTask"_s, task}}}};
    return QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson();
}

QJsonObject TstSetupKills::node(const Installation &installation)
{
    return installation.batchctl({u"cluster"_s, u"node"_s, u"list"_s, u"-c"_s, u"lab"_s, u"-o"_s, u"json"_s})
        .json()[0]
        .toObject();
}

QStringList TstSetupKills::traces(const Installation &installation)
{
    QStringList found;
    for (const QString &folder : {u"home/jobs"_s, u"home/nodes"_s}) {
        QDirIterator each(installation.path(folder), QDir::Files | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
        while (each.hasNext())
            found.append(each.next());
    }
    return found;
}

void TstSetupKills::survives_data()
{
    QTest::addColumn<QString>("state");
    for (const char *state : {"preparing", "ready", "leaving"})
        QTest::newRow(state) << QString::fromLatin1(state);
}

void TstSetupKills::survives()
{
    QFETCH(QString, state);
    Installation installation;
    QVERIFY(QDir().mkpath(installation.path(u"data"_s)));
    const auto process = installation.start({u"serve"_s});
    QVERIFY(process->waitForStarted(testing::patience));
    QTRY_COMPARE(installation.enginePid(), process->processId());
    const Outcome added = installation.batchctl(
        {u"machine"_s, u"add"_s, u"here"_s, u"--local"_s, u"--home"_s, installation.path(u"home"_s)});
    QVERIFY2(added.exitCode == 0, added.errorOutput);
    const Outcome made = installation.batchctl(
        {u"cluster"_s, u"create"_s, u"-n"_s, u"lab"_s, u"--machines"_s, u"here"_s, u"-f"_s, u"-"_s},
        document(installation));
    QVERIFY2(made.exitCode == 0, made.errorOutput);
    QTRY_COMPARE(contentOf(installation.path(u"runs"_s)), "run\n");
    QFile go(installation.path(u"go"_s));
    if (state != u"preparing"_s) {
        QVERIFY(go.open(QIODevice::WriteOnly));
        QTRY_COMPARE(node(installation).value(u"setup"_s).toString(), u"ready"_s);
    }
    if (state == u"leaving"_s)
        QCOMPARE(installation.batchctl({u"cluster"_s, u"resize"_s, u"-n"_s, u"lab"_s, u"-t"_s, u"0"_s}).exitCode, 0);
    QCOMPARE(::kill(pid_t(process->processId()), SIGKILL), 0);
    QVERIFY(process->waitForFinished(testing::patience));
    if (state == u"preparing"_s)
        QVERIFY(go.open(QIODevice::WriteOnly));
    if (state != u"leaving"_s) {
        QTRY_COMPARE(node(installation).value(u"state"_s).toString(), u"idle"_s);
        QCOMPARE(node(installation).value(u"setup"_s).toString(), u"ready"_s);
        const Outcome files = installation.batchctl({u"cluster"_s, u"file"_s, u"list"_s, u"-c"_s, u"lab"_s});
        QVERIFY2(files.output.contains("stdout-here.txt"), files.errorOutput);
        QVERIFY(!traces(installation).isEmpty());
        QCOMPARE(installation.batchctl({u"cluster"_s, u"delete"_s, u"-n"_s, u"lab"_s, u"-y"_s}).exitCode, 0);
    }
    QTRY_COMPARE((installation.batchctl({u"cluster"_s, u"list"_s}), traces(installation)), QStringList());
    QCOMPARE(contentOf(installation.path(u"runs"_s)), "run\n");
}

BATCHDECK_TEST(QCoreApplication, TstSetupKills)
#include "tst_setupkills.moc"
