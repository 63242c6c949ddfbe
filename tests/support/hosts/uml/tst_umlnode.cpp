// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/hosts/uml/umlnode.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>

using namespace Qt::StringLiterals;
using testing::UmlNode;

/// The machine itself, seen by the usual client.
class TstUmlNode final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void endsWhatALoginLeaves();
    void bootsAgain();

private:
    QByteArray ssh(const QString &command) const;

    std::unique_ptr<UmlNode> m_node;
};

void TstUmlNode::initTestCase()
{
    SKIP_WITHOUT_UML();
    m_node = std::make_unique<UmlNode>();
    QElapsedTimer timer;
    timer.start();
    QVERIFY(m_node->up());
    qInfo("up after %lld ms", timer.elapsed());
}

QByteArray TstUmlNode::ssh(const QString &command) const
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    QStringList arguments{u"-F"_s, u"/dev/null"_s, u"-i"_s, m_node->identityFile()};
    for (const QString &option : {u"BatchMode=yes"_s, u"IdentityAgent=none"_s, u"StrictHostKeyChecking=yes"_s,
                                  QString(u"UserKnownHostsFile="_s + m_node->knownHostsFile())})
        arguments += {u"-o"_s, option};
    process.start(u"ssh"_s, arguments + QStringList{m_node->destination(), command});
    process.waitForFinished(2 * testing::patience);
    return process.readAll().trimmed();
}

void TstUmlNode::endsWhatALoginLeaves()
{
    QCOMPARE(ssh(u"ps -o comm= -p 1; hostname; whoami"_s), "systemd\nu1\nalice");
    QVERIFY(ssh(u"loginctl --no-legend list-sessions"_s).contains("alice"));
    QCOMPARE(ssh(u"setsid sleep 1001 </dev/null >/dev/null 2>&1 & echo started"_s), "started");
    QTRY_COMPARE_WITH_TIMEOUT(ssh(u"pgrep -fx 'sleep 1001'"_s), "", 2 * testing::patience);
    QCOMPARE(m_node->exec(u"whoami"_s).output, "root\n");
    // The user's own manager runs what outlives it.
    const QByteArray said = ssh(u"systemd-run --user --scope true"_s);
    QVERIFY2(said.contains("Running scope"), said);
}

void TstUmlNode::bootsAgain()
{
    const QByteArray before = ssh(u"cat /proc/sys/kernel/random/boot_id"_s);
    m_node->powerOff();
    QVERIFY(m_node->up());
    const QByteArray after = ssh(u"cat /proc/sys/kernel/random/boot_id"_s);
    QCOMPARE(after.size(), before.size());
    QVERIFY(after != before);
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstUmlNode)
#include "tst_umlnode.moc"
