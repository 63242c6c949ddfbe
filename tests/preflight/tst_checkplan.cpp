// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/preflight/checkplan.h"
#include "engine/preflight/checkwords.h"
#include "tests/launch/planview.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace engine;
using namespace Qt::StringLiterals;
using State = DoctorFinding::State;

/// What is looked for before a job runs, and how what was found is said.
class TstCheckPlan final : public QObject
{
    Q_OBJECT

private slots:
    void looksForWhatItNeeds_data();
    void looksForWhatItNeeds();
    void looksForWhatMountsContainers();
    void looksBehindTheMountsOfACluster();
    void looksOnEachNodeOfAGang();
    void seesTwoOfOneAddress();
    void quotesWhatDocumentsSay();
    void readsAnswers();
    void readsNoHalfAnAnswer();
    void forgivesWhatPreparationBrings();

private:
    /// The looks at the first node of \a nodes: "CHECK FUNCTION WORDS", and "=CHECK message" of what is known.
    static QStringList looks(const NodeCheck &check)
    {
        QStringList lines;
        for (const QString &line : QString::fromUtf8(check.work).split(u'\n')) {
            if (line.startsWith(u"bd_look "))
                lines.append(line.section(u' ', 1, 1) + u' ' + line.mid(line.indexOf(u" bd_") + 1));
        }
        for (const DoctorFinding &finding : check.known)
            lines.append(u'=' + finding.check + u' ' + finding.message.englishText());
        return lines;
    }
};

void TstCheckPlan::looksForWhatItNeeds_data()
{
    QTest::addColumn<QByteArray>("properties");
    QTest::addColumn<QStringList>("wanted");
    QTest::addColumn<QStringList>("unwanted");
    QTest::newRow("python script") << QByteArray(
        R"({"stdOutErrPathPrefix":"/logs","inputDirectories":[{"id":"D","path":"/data"}],
            "outputDirectories":[{"id":"M","pathPrefix":"/models"},{"id":"N","pathPrefix":"/logs"}],
            "pyTorchSettings":{"pythonScriptFilePath":"/code/train.py","pythonInterpreterPath":"/opt/py"}})")
                                   << QStringList{u"home bd_writable \"/h\""_s,
                                                  u"script bd_file \"/code/train.py\""_s,
                                                  u"interpreter bd_python \"/opt/py\" \"/code/train.py\""_s,
                                                  u"input bd_folder \"/data\""_s,
                                                  u"output bd_writable \"/logs\""_s,
                                                  u"output bd_writable \"/models\""_s,
                                                  u"gpus bd_gpus"_s,
                                                  u"ports bd_ports \"2222\""_s}
                                   << QStringList{u"bd_mpi"_s, u"bd_reach"_s, u"bd_ssh"_s};
    QTest::newRow("line of words") << QByteArray(
        R"({"stdOutErrPathPrefix":"/l","customToolkitSettings":{"commandLine":"python3 /a/b.py --x 1"}})")
                                   << QStringList{u"script bd_file \"/a/b.py\""_s,
                                                  u"interpreter bd_python \"python3\" \"/a/b.py\""_s}
                                   << QStringList{u"bd_ports"_s};
    QTest::newRow("another program") << QByteArray(
        R"({"stdOutErrPathPrefix":"/l","customToolkitSettings":{"commandLine":"nvcc x.cu"}})")
                                     << QStringList{u"program bd_program \"nvcc\""_s} << QStringList{u"bd_python"_s};
    QTest::newRow("a shell's line") << QByteArray(
        R"({"stdOutErrPathPrefix":"/l","customToolkitSettings":{"commandLine":"cd /a && python b.py"}})")
                                    << QStringList{u"output bd_writable \"/l\""_s}
                                    << QStringList{u"bd_python"_s, u"bd_program"_s};
    QTest::newRow("relative script")
        << QByteArray(R"({"stdOutErrPathPrefix":"/l","chainerSettings":{"pythonScriptFilePath":"b.py"}})")
        << QStringList{u"=script b.py is no full path, and the folder in which the job runs is new and empty."_s,
                       u"interpreter bd_python \"python\" \"\""_s, u"mpi bd_mpi \"openmpi\""_s}
        << QStringList{u"bd_file"_s};
    QTest::newRow("below a mapped folder")
        << QByteArray(R"({"stdOutErrPathPrefix":"$AZ_BATCHAI_JOB_MOUNT_ROOT/v/logs",
            "mountVolumes":{"x-batchdeck":{"paths":[{"path":"/srv/v","relativeMountPath":"v"}]}},
            "horovodSettings":{"pythonScriptFilePath":"$AZ_BATCHAI_JOB_MOUNT_ROOT/v/b.py"}})")
        << QStringList{u"mount bd_volume \"/srv/v\""_s, u"script bd_file \"/srv/v/b.py\""_s,
                       u"output bd_writable \"/srv/v/logs\""_s}
        << QStringList();
    QTest::newRow("below a mount")
        << QByteArray(R"({"stdOutErrPathPrefix":"$AZ_BATCHAI_JOB_MOUNT_ROOT/v",
            "mountVolumes":{"unmanagedFileSystems":[{"mountCommand":"mount -t nfs s:/x","relativeMountPath":"v"}]},
            "horovodSettings":{"pythonScriptFilePath":"$AZ_BATCHAI_JOB_MOUNT_ROOT/v/b.py"}})")
        << QStringList{u"mount bd_program \"mount\""_s,
                       u"=script /h/jobs/P/U/a2/m0/temp/mounts/v/b.py is looked for when the job runs: v is "
                       "mounted only then."_s,
                       u"=output /h/jobs/P/U/a2/m0/temp/mounts/v is looked for when the job runs: v is mounted only "
                       "then."_s}
        << QStringList{u"bd_file"_s, u"output bd"_s};
    QTest::newRow("nowhere")
        << QByteArray(R"({"stdOutErrPathPrefix":"/l","mountVolumes":{"azureFileShares":[
            {"azureFileUrl":"https://a.file.core.windows.net/s","relativeMountPath":"v"}]},
            "customToolkitSettings":{"commandLine":"true"}})")
        << QStringList{u"=mount Nothing says where https://a.file.core.windows.net/s lives now: batchctl volume map "
                       "https://a.file.core.windows.net/s path:/FOLDER"_s}
        << QStringList();
    QTest::newRow("container")
        << QByteArray(R"({"stdOutErrPathPrefix":"/l","containerSettings":{"imageSourceRegistry":{"image":"i:1"}},
            "pyTorchSettings":{"pythonScriptFilePath":"/code/train.py"}})")
        << QStringList{u"container bd_container \"docker\" \"i:1\""_s, u"script bd_file \"/code/train.py\""_s,
                       u"=program Programs and modules are those of the image i:1: they are not looked at here."_s}
        << QStringList{u"bd_python"_s};
    QTest::newRow("TensorFlow") << QByteArray(
        R"({"stdOutErrPathPrefix":"/l","tensorFlowSettings":{"pythonScriptFilePath":"/a.py",
            "workerCount":2,"parameterServerCount":1}})")
                                << QStringList{u"ports bd_ports \"2222\" \"2223\" \"2224\""_s} << QStringList();
    QTest::newRow("BrainScript")
        << QByteArray(R"({"stdOutErrPathPrefix":"/l","cntkSettings":{"languageType":"BrainScript",
            "configFilePath":"/a.cntk"}})")
        << QStringList{u"configuration bd_file \"/a.cntk\""_s, u"program bd_program \"cntk\""_s} << QStringList();
}

void TstCheckPlan::looksForWhatItNeeds()
{
    QFETCH(QByteArray, properties);
    QFETCH(QStringList, wanted);
    QFETCH(QStringList, unwanted);
    const PlanView view = testing::viewOf(properties);
    const QStringList found = looks(planChecks(view, planLaunch(view), {22}).constFirst());
    for (const QString &line : wanted)
        QVERIFY2(found.contains(line), qPrintable(line + u"\nnot in\n" + found.join(u'\n')));
    for (const QString &part : unwanted)
        QVERIFY2(found.filter(part).isEmpty(), qPrintable(part + u"\nin\n" + found.join(u'\n')));
}

void TstCheckPlan::looksForWhatMountsContainers()
{
    PlanView view = testing::viewOf(R"({"stdOutErrPathPrefix":"/l","customToolkitSettings":{"commandLine":"true"},
        "mountVolumes":{"azureBlobFileSystems":[
            {"accountName":"a","containerName":"c","relativeMountPath":"v"}]}})");
    view.volumes = {{u"blob://a/c"_s, u"blob://a/c"_s}};
    const QStringList found = looks(planChecks(view, planLaunch(view), {}).constFirst());
    QVERIFY2(found.contains(u"mount bd_driver"_s), qPrintable(found.join(u'\n')));
    QVERIFY(found.filter(u"bd_program \"rclone\""_s).isEmpty()); // blobfuse2 will do
}

// A cluster's mounts stand before the job runs, as a rule.
void TstCheckPlan::looksBehindTheMountsOfACluster()
{
    PlanView view = testing::viewOf(R"({"stdOutErrPathPrefix":"$AZ_BATCHAI_MOUNT_ROOT/v/logs",
        "customToolkitSettings":{"commandLine":"true"}})");
    const QJsonObject volume{{u"mountCommand"_s, u"mount -t nfs s:/x"_s}, {u"relativeMountPath"_s, u"v"_s}};
    const QJsonObject volumes{{u"unmanagedFileSystems"_s, QJsonArray{volume}}};
    view.cluster = {{u"properties"_s, QJsonObject{{u"nodeSetup"_s, QJsonObject{{u"mountVolumes"_s, volumes}}}}}};
    const LaunchPlan plan = planLaunch(view);
    const QString root = plan.nodes.constFirst().environment.constFirst().second;
    const QStringList found = looks(planChecks(view, plan, {}).constFirst());
    for (const QString &line : {u"mount bd_mounted \"%1/v\" \"v\" \"bd_volume\" \"%1/v\""_s.arg(root),
                                u"output bd_mounted \"%1/v\" \"v\" \"bd_writable\" \"%1/v/logs\""_s.arg(root)})
        QVERIFY2(found.contains(line), qPrintable(line + u"\nnot in\n" + found.join(u'\n')));
}

void TstCheckPlan::looksOnEachNodeOfAGang()
{
    const PlanView view = testing::viewOf(R"({"nodeCount":2,"stdOutErrPathPrefix":"/l",
        "customMpiSettings":{"commandLine":"/opt/solve $AZ_BATCHAI_SHARED_JOB_TEMP"}})",
                                          2);
    const QList<NodeCheck> checks = planChecks(view, planLaunch(view), {2201, 2202});
    QCOMPARE(checks.size(), 2);
    const QStringList first = looks(checks.at(0));
    const QStringList second = looks(checks.at(1));
    for (const QStringList &each : {first, second}) {
        QVERIFY(each.contains(u"mpi bd_mpi \"openmpi\""_s)); // ranks run everywhere
        QVERIFY(each.contains(u"program bd_program \"/opt/solve\""_s));
        QVERIFY(each.contains(u"ssh bd_ssh"_s));
    }
    QVERIFY(second.contains(u"reach bd_reach \"n0\" \"10.0.0.4\" \"2201\""_s));
    QVERIFY(first.contains(u"reach bd_reach \"n1\" \"10.0.0.5\" \"2202\""_s));
    QVERIFY(second.contains(u"mount bd_sshfs"_s)); // it gets the first one's folder
    QVERIFY(!first.contains(u"mount bd_sshfs"_s));
}

void TstCheckPlan::seesTwoOfOneAddress()
{
    PlanView view = testing::viewOf(
        R"({"nodeCount":2,"stdOutErrPathPrefix":"/l","customToolkitSettings":{"commandLine":"true"}})", 2);
    view.nodes[1].address = view.nodes[0].address;
    const QStringList second = looks(planChecks(view, planLaunch(view), {}).at(1));
    QVERIFY2(second.contains(u"=address n1 has the address 10.0.0.4, and so has n0."_s),
             qPrintable(second.join(u'\n')));
}

void TstCheckPlan::quotesWhatDocumentsSay()
{
    const QJsonObject variable{{u"name"_s, u"A"_s}, {u"value"_s, u"`touch /tmp/x`$(touch /tmp/x)"_s}};
    const QJsonObject toolkit{{u"pythonScriptFilePath"_s, u"/a'; touch /tmp/x; '$(id)\nb.py"_s}};
    const PlanView view = testing::viewOf(QJsonDocument(QJsonObject{{u"stdOutErrPathPrefix"_s, u"/l"_s},
                                                                    {u"environmentVariables"_s, QJsonArray{variable}},
                                                                    {u"pyTorchSettings"_s, toolkit}})
                                              .toJson());
    const QByteArray work = planChecks(view, planLaunch(view), {}).constFirst().work;
    QVERIFY2(work.contains("export A=\"\\`touch /tmp/x\\`\\$(touch /tmp/x)\"\n"), work.constData());
    QVERIFY2(work.contains("bd_file \"/a'; touch /tmp/x; '\\$(id)\nb.py\"\n"), work.constData());
}

void TstCheckPlan::readsAnswers()
{
    const auto findings = parseCheck({0,
                                      "@bd script file-missing\t/a.py\n"
                                      "@bd output write-refused\t/out\t/\tRead-only file system\n"
                                      "@bd disk disk-low\t/home\t512000\t2048000\n"
                                      "@bd disk disk-low\t/home\t512000\t2048000\n"
                                      "@bd later word-of-a-later-script\tx\n"
                                      "@bd ports port-taken\t2222\tbob\x1b[1m\n"
                                      "@bd end\n",
                                      {}},
                                     false);
    QVERIFY(findings);
    QStringList words;
    for (const DoctorFinding &finding : *findings)
        words.append(finding.check + u": " + finding.message.englishText());
    QCOMPARE(
        words,
        QStringList({u"script: /a.py is not there."_s, u"output: /out cannot be written (/): Read-only file system"_s,
                     u"disk: Only 524 MB of 2 GB are free on /home."_s,
                     u"ports: Port 2222 is taken by a process of bob [1m."_s}));
    QCOMPARE(int(findings->at(0).state), int(State::Failed));
    QVERIFY(!findings->at(0).remedy.isEmpty());
}

void TstCheckPlan::readsNoHalfAnAnswer()
{
    QVERIFY(!parseCheck({0, "@bd script file-ok\t/a.py\n", {}}, false));
    QVERIFY(!parseCheck({127, {}, "sh: not found"}, false));
}

void TstCheckPlan::forgivesWhatPreparationBrings()
{
    const PlanView view = testing::viewOf(R"({"stdOutErrPathPrefix":"/l",
        "jobPreparation":{"commandLine":"pip install x"},"pyTorchSettings":{"pythonScriptFilePath":"b.py"}})");
    const NodeCheck check = planChecks(view, planLaunch(view), {}).constFirst();
    QVERIFY(check.isPrepared);
    QCOMPARE(looks(check).filter(u"=script"_s).constFirst(),
             u"=script b.py is looked for when the job runs, in its own new folder."_s);
    const auto findings = parseCheck({0, "@bd modules modules-missing\t/usr/bin/python\tx\n@bd end\n", {}}, true);
    QVERIFY(findings);
    QCOMPARE(int(findings->constFirst().state), int(State::Warning));
}

BATCHDECK_TEST(QCoreApplication, TstCheckPlan)
#include "tst_checkplan.moc"
