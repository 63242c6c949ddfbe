// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/fields.h"
#include "engine/api/resource/doctorfinding.h"
#include "tests/engine/machine/sshfixture.h"
#include "tests/support/await.h"
#include "tests/support/hosts/sshfleet.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>

using namespace Qt::StringLiterals;
using engine::CheckedNode;
using engine::DoctorFinding;
using testing::Door;
using testing::NodeFleet;
using testing::SshFixture;

/// job.check on machines reached by SSH, by the real engine.
class TstPreflight final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void findsWhatIsInTheWay();
    void passesWhatWouldRun();
    void findsNodesOfAGang();
    void tellsAnOfflineNode();
    void choosesNodesAsPlacementWould();
    void wantsEnoughNodes();
    void refusesBrokenDocuments();
    void canBeCancelled();
    void leavesNothing();

private:
    void bringUp(int nodes);
    static QJsonObject parameters(const QByteArray &properties)
    {
        return {{u"id"_s, SshFixture::jobId(u"one"_s)},
                {u"cluster"_s, u"desk"_s},
                {u"text"_s, QString::fromUtf8("{\"properties\":{" + properties + "}}")}};
    }
    /// "NODE CHECK STATE WORDS" of every finding.
    QStringList check(const QByteArray &properties);

    std::unique_ptr<NodeFleet> m_fleet;
    std::unique_ptr<SshFixture> m_fixture;
};

void TstPreflight::init()
{
    SKIP_WITHOUT_NODES();
    m_fleet = std::make_unique<NodeFleet>();
    m_fixture = std::make_unique<SshFixture>();
    QVERIFY(m_fixture->start());
}

void TstPreflight::cleanup()
{
    m_fixture.reset();
    m_fleet.reset();
}

void TstPreflight::bringUp(int nodes)
{
    QVERIFY(m_fleet->up(nodes));
    QStringList names;
    for (int i = 0; i < nodes; ++i) {
        names.append(m_fleet->node(i).name());
        VERIFY_RESULT(m_fixture->addMachine(names.constLast(), Door::of(m_fleet->node(i))));
    }
    VERIFY_RESULT(m_fixture->makeCluster(names));
}

QStringList TstPreflight::check(const QByteArray &properties)
{
    const auto answer = m_fixture->call(u"job.check"_s, parameters(properties));
    if (!answer)
        return {answer.error().message.englishText()};
    QStringList lines;
    for (const QJsonValue &json : (*answer)[u"nodes"_s].toArray()) {
        for (const QJsonValue &finding : json[u"checks"_s].toArray()) {
            DoctorFinding read;
            readJson(finding, read);
            lines.append(QStringList{json[u"name"_s].toString(), read.check, finding[u"state"_s].toString(),
                                     read.message.englishText()}
                             .join(u' '));
        }
    }
    return lines;
}

#define VERIFY_SAID(lines, line) QVERIFY2((lines).contains(line), qPrintable((lines).join(u'\n')))
#define VERIFY_BEGINS(lines, line)                                                                                     \
    QVERIFY2(!(lines).filter(QRegularExpression(u'^' + QRegularExpression::escape(line))).isEmpty(),                   \
             qPrintable((lines).join(u'\n')))

void TstPreflight::findsWhatIsInTheWay()
{
    bringUp(1);
    const auto listener = m_fleet->node(0).exec(
        u"mkdir -p /home/alice/code /srv/ro && printf 'import os\\nimport no_such_thing\\n' > /home/alice/code/a.py; "
        "mount -t tmpfs -o ro none /srv/ro; "
        "/usr/bin/python3 -c 'import socket,time; s=socket.create_server((\"0.0.0.0\",2222)); "
        "print(\"up\",flush=True); time.sleep(600)' > /tmp/up 2>&1 & "
        "until grep -q up /tmp/up; do sleep .1; done"_s);
    QVERIFY2(listener, listener.output.constData());
    QStringList lines = check(R"("nodeCount":1,"stdOutErrPathPrefix":"/srv/ro/out",
        "pyTorchSettings":{"pythonScriptFilePath":"/home/alice/code/a.py","pythonInterpreterPath":"/usr/bin/python3"},
        "inputDirectories":[{"id":"D","path":"$HOME/data"}])");
    VERIFY_SAID(lines, u"n1 node ok The node answers."_s);
    VERIFY_SAID(lines, u"n1 script ok /home/alice/code/a.py is there."_s);
    VERIFY_SAID(lines, u"n1 modules failed /usr/bin/python3 does not find these modules: no_such_thing"_s);
    VERIFY_SAID(lines, u"n1 input failed The folder /home/alice/data is not there."_s);
    VERIFY_BEGINS(lines, u"n1 output failed /srv/ro/out cannot be written (/srv/ro): "_s);
    VERIFY_SAID(lines, u"n1 ports failed Port 2222 is taken by a process of root."_s);

    lines = check(R"("nodeCount":1,"stdOutErrPathPrefix":"/home/alice/out",
        "pyTorchSettings":{"pythonScriptFilePath":"/home/alice/none.py","pythonInterpreterPath":"/opt/conda/bin/python"})");
    VERIFY_SAID(lines, u"n1 script failed /home/alice/none.py is not there."_s);
    VERIFY_SAID(lines, u"n1 interpreter failed There is no /opt/conda/bin/python."_s);
    VERIFY_SAID(lines, u"n1 output ok /home/alice/out can be written."_s);
}

void TstPreflight::passesWhatWouldRun()
{
    bringUp(1);
    QVERIFY(m_fleet->node(0).exec(u"printf 'import json\\n' > /home/alice/a.py"_s));
    const QStringList lines = check(R"("nodeCount":1,"stdOutErrPathPrefix":"$HOME/out",
        "customToolkitSettings":{"commandLine":"/usr/bin/python3 $HOME/a.py"})");
    VERIFY_BEGINS(lines, u"n1 interpreter ok /usr/bin/python3 starts: Python 3"_s);
    VERIFY_SAID(lines, u"n1 modules ok All modules that /home/alice/a.py imports are there."_s);
    QVERIFY2(lines.filter(u" failed "_s).isEmpty(), qPrintable(lines.join(u'\n')));
}

void TstPreflight::findsNodesOfAGang()
{
    SKIP_WITHOUT("openmpi");
    bringUp(2);
    const QByteArray job = R"("nodeCount":2,"stdOutErrPathPrefix":"/home/alice/out",
        "customMpiSettings":{"commandLine":"hostname"})";
    QStringList lines = check(job);
    for (const QString &node : {u"n1"_s, u"n2"_s}) {
        VERIFY_BEGINS(lines, QString(node + u" mpi ok "_s));
        VERIFY_BEGINS(lines, QString(node + u" ssh ok "_s));
    }
    VERIFY_SAID(lines, QString(u"n2 reach ok It reaches n1 at "_s + m_fleet->node(0).address() + u'.'));
    QVERIFY2(lines.filter(u" failed "_s).isEmpty(), qPrintable(lines.join(u'\n')));
    // A firewall between the nodes, not before us.
    QVERIFY(m_fleet->node(1).exec(u"ip route add unreachable "_s + m_fleet->node(0).address()));
    lines = check(job);
    VERIFY_SAID(lines, QString(u"n2 reach failed It does not reach n1 at "_s + m_fleet->node(0).address() + u'.'));
}

void TstPreflight::tellsAnOfflineNode()
{
    bringUp(2);
    m_fleet->node(1).powerOff();
    const QByteArray job = R"("nodeCount":2,"stdOutErrPathPrefix":"/home/alice/out",
        "customToolkitSettings":{"commandLine":"hostname"})";
    // At first nobody knows that it is gone: the check ends all the same.
    QStringList lines = check(job);
    VERIFY_BEGINS(lines, u"n2 node failed "_s);
    VERIFY_SAID(lines, u"n1 program ok hostname is at /usr/bin/hostname."_s);
    QTRY_VERIFY_WITH_TIMEOUT((*m_fixture->machine(u"n2"_s))[u"properties"_s][u"x-batchdeck"_s][u"link"_s].toString()
                                 == u"offline"_s,
                             2 * testing::patience);
    lines = check(job);
    VERIFY_BEGINS(lines, u"n2 node failed "_s);
}

void TstPreflight::choosesNodesAsPlacementWould()
{
    bringUp(2);
    m_fleet->node(0).powerOff();
    QTRY_VERIFY_WITH_TIMEOUT((*m_fixture->machine(u"n1"_s))[u"properties"_s][u"x-batchdeck"_s][u"link"_s].toString()
                                 == u"offline"_s,
                             2 * testing::patience);
    const QStringList lines =
        check(R"("nodeCount":1,"stdOutErrPathPrefix":"/tmp/out","customToolkitSettings":{"commandLine":"hostname"})");
    VERIFY_SAID(lines, u"n2 node ok The node answers."_s);
    QVERIFY2(lines.filter(QRegularExpression(u"^n1 "_s)).isEmpty(), qPrintable(lines.join(u'\n')));
}

void TstPreflight::wantsEnoughNodes()
{
    bringUp(1);
    const QStringList lines =
        check(R"("nodeCount":3,"stdOutErrPathPrefix":"/tmp/out","customToolkitSettings":{"commandLine":"hostname"})");
    VERIFY_SAID(lines, u"desk node failed The job takes 3 nodes, and the cluster desk has 1."_s);
    VERIFY_SAID(lines, u"n1 node ok The node answers."_s);
}

void TstPreflight::refusesBrokenDocuments()
{
    bringUp(1);
    const auto answer = m_fixture->call(u"job.check"_s, parameters(R"("nodeCount":"two")"));
    QVERIFY(!answer);
    QCOMPARE(int(answer.error().code), int(engine::ErrorCode::InvalidDocument));
    QVERIFY(answer.error().details.size() >= 2);
}

void TstPreflight::canBeCancelled()
{
    bringUp(1);
    // An interpreter that takes its time, and says which session asked it.
    QVERIFY(m_fleet->node(0).exec(
        u"printf '#!/bin/sh\\nread -r _ _ _ _ _ s _ < /proc/$$/stat\\necho $s >> /tmp/began\\nsleep 600\\n' "
        "> /home/alice/slow && chmod 755 /home/alice/slow"_s));
    // Two clients look at one job.
    const QByteArray properties = R"("nodeCount":1,"stdOutErrPathPrefix":"/tmp/out",
        "pyTorchSettings":{"pythonScriptFilePath":"/x.py","pythonInterpreterPath":"/home/alice/slow"})";
    auto answer = m_fixture->begin(u"job.check"_s, parameters(properties));
    auto others = m_fixture->begin(u"job.check"_s, parameters(properties));
    QTRY_VERIFY(m_fleet->node(0).exec(u"[ $(grep -c . /tmp/began) = 2 ]"_s));
    QVERIFY(!answer.isFinished());
    answer.cancel();
    QTRY_VERIFY(answer.isFinished());
    QTRY_VERIFY(
        m_fleet->node(0).exec(u"n=0; for s in $(cat /tmp/began); do ! kill -0 $s || n=$((n + 1)); done; [ $n = 1 ]"_s));
    QVERIFY(!others.isFinished());
    others.cancel();
    QTRY_VERIFY(others.isFinished());
    QTRY_VERIFY(!m_fleet->node(0).exec(u"pgrep -u alice -f /home/alice/slow"_s));
}

void TstPreflight::leavesNothing()
{
    bringUp(1);
    QVERIFY(m_fleet->node(0).exec(u"printf 'import json\\n' > /home/alice/a.py; chown alice /home/alice/a.py"_s));
    const QByteArray before = m_fleet->node(0)
                                  .exec(u"find / -xdev -newer /home/alice/a.py -path '/home/*' -o -path "
                                        "'/tmp/*' | grep -v /proc | sort"_s)
                                  .output;
    check(R"("nodeCount":1,"stdOutErrPathPrefix":"/home/alice/out",
        "pyTorchSettings":{"pythonScriptFilePath":"/home/alice/a.py","pythonInterpreterPath":"/usr/bin/python3"})");
    QCOMPARE(m_fleet->node(0)
                 .exec(u"find / -xdev -newer /home/alice/a.py -path '/home/*' -o -path '/tmp/*' | grep -v "
                       "/proc | sort"_s)
                 .output,
             before);
    QVERIFY(m_fleet->node(0).exec(u"test ! -e /home/alice/out"_s));
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstPreflight)
#include "tst_preflight.moc"
