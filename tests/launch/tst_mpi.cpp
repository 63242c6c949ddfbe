// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/launch/plantext.h"
#include "tests/support/testmain.h"

using namespace engine;
using namespace Qt::StringLiterals;
using testing::planOf;
using testing::row;
using testing::viewOf;
using testing::written;

/// Launchers that have mpirun start their ranks.
class TstMpi final : public QObject
{
    Q_OBJECT

private slots:
    void startsMpi_data();
    void startsMpi();
    void knowsFlavours_data();
    void knowsFlavours();
    void forwardsVariables();
    void leavesLoopbackIn();
};

void TstMpi::startsMpi_data()
{
    testing::addPlanColumns();
    // On one node mpirun starts its ranks itself.
    const auto one = [](const QString &command) -> QString {
        return u"\nn0: 10.0.0.4 slots=1|\n  - 0 x1 stdout.txt stderr.txt: mpirun -np 1 -bind-to none -map-by slot "
               "--allow-run-as-root --hostfile $AZ_BATCHAI_MPI_HOST_FILE EXPORTS "_s
            + command + u'\n';
    };
    row("Horovod", 1, R"("horovodSettings":{"pythonScriptFilePath":"$S/x.py","commandLineArgs":"-a 'b c'"})",
        one(u"python $S/x.py -a 'b c'"_s));
    row("Horovod, uneven", 2, R"("horovodSettings":{"pythonScriptFilePath":"/x.py","processCount":5})", uR"(
n0: 10.0.0.4 slots=3|10.0.0.5 slots=2|
  - 0 x5 stdout.txt stderr.txt: mpirun -np 5 -bind-to none -map-by slot --allow-run-as-root -mca btl_tcp_if_exclude docker0,lo -mca plm_rsh_no_tree_spawn 1 -mca plm_rsh_agent mpi-ssh -mca orte_leave_session_attached 1 -wdir / --hostfile $AZ_BATCHAI_MPI_HOST_FILE bash -c 'cd "$AZ_BATCHAI_JOB_TEMP/wd" || exit; python /x.py'
n1: 10.0.0.4 slots=3|10.0.0.5 slots=2|
)"_s);
    row("Horovod, fewer than nodes", 2, R"("horovodSettings":{"pythonScriptFilePath":"/x.py","processCount":1})", uR"(
n0: 10.0.0.4 slots=1|
  - 0 x1 stdout.txt stderr.txt: mpirun -np 1 -bind-to none -map-by slot --allow-run-as-root -mca btl_tcp_if_exclude docker0,lo -mca plm_rsh_no_tree_spawn 1 -mca plm_rsh_agent mpi-ssh -mca orte_leave_session_attached 1 -wdir / --hostfile $AZ_BATCHAI_MPI_HOST_FILE bash -c 'cd "$AZ_BATCHAI_JOB_TEMP/wd" || exit; python /x.py'
n1: 10.0.0.4 slots=1|
)"_s);
    row("Chainer", 1, R"("chainerSettings":{"pythonScriptFilePath":"/x.py","pythonInterpreterPath":"/opt/python3"})",
        one(u"/opt/python3 /x.py"_s));
    row("CNTK, Python", 1,
        R"("cntkSettings":{"pythonScriptFilePath":"/x.py","languageType":"python","commandLineArgs":"1"})",
        one(u"python /x.py 1"_s));
    row("CNTK, a script without a language", 1, R"("cntkSettings":{"pythonScriptFilePath":"/x.py"})",
        one(u"python /x.py"_s));
    row("CNTK, BrainScript", 1,
        R"("cntkSettings":{"configFilePath":"$C/a b.cntk","languageType":"BrainScript","commandLineArgs":"root=."})",
        one(u"cntk configFile=\"$C/a b.cntk\" root=."_s));
    row("Caffe", 2, R"("caffeSettings":{"configFilePath":"/s.prototxt"})", uR"(
n0: 10.0.0.4 slots=1|10.0.0.5 slots=1|
  - 0 x2 stdout.txt stderr.txt: mpirun -np 2 -bind-to none -map-by slot --allow-run-as-root -mca btl_tcp_if_exclude docker0,lo -mca plm_rsh_no_tree_spawn 1 -mca plm_rsh_agent mpi-ssh -mca orte_leave_session_attached 1 -wdir / --hostfile $AZ_BATCHAI_MPI_HOST_FILE bash -c 'cd "$AZ_BATCHAI_JOB_TEMP/wd" || exit; caffe train --solver=/s.prototxt'
n1: 10.0.0.4 slots=1|10.0.0.5 slots=1|
)"_s);
    row("custom MPI", 1, R"("customMpiSettings":{"commandLine":"python -u $A/x.py --b 1"})",
        one(u"python -u $A/x.py --b 1"_s));
    row("custom MPI, a shell's line", 1, R"("customMpiSettings":{"commandLine":"cd $A && echo 'it''s'"})",
        one(u"bash -c 'cd $A && echo '\\''it'\\'''\\''s'\\'''"_s));
}

void TstMpi::startsMpi()
{
    testing::checkPlan();
}

void TstMpi::knowsFlavours_data()
{
    QTest::addColumn<QString>("flavour");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<QString>("hosts");
    QTest::addColumn<QString>("line");
    QTest::newRow("Intel")
        << u"intel"_s << 2 << u"10.0.0.4:3\n10.0.0.5:2\n"_s
        << u"mpirun -n 5 -ppn 3 -hosts $AZ_BATCH_HOST_LIST -bootstrap ssh -bootstrap-exec "
           "mpi-ssh -wdir / -genvnone bash -c 'cd \"$AZ_BATCHAI_JOB_TEMP/wd\" || exit; python /x.py'"_s;
    QTest::newRow("Intel, one node") << u"intel"_s << 1 << u"10.0.0.4:5\n"_s
                                     << u"mpirun -n 5 -ppn 5 -hosts $AZ_BATCH_HOST_LIST -genvlist LIST python /x.py"_s;
    QTest::newRow("MPICH")
        << u"mpich"_s << 2 << u"10.0.0.4:3\n10.0.0.5:2\n"_s
        << u"mpirun -n 5 -f $AZ_BATCHAI_MPI_HOST_FILE -launcher ssh -launcher-exec "
           "mpi-ssh -wdir / -genvnone bash -c 'cd \"$AZ_BATCHAI_JOB_TEMP/wd\" || exit; python /x.py'"_s;
    QTest::newRow("MPICH, one node") << u"mpich"_s << 1 << u"10.0.0.4:5\n"_s
                                     << u"mpirun -n 5 -f $AZ_BATCHAI_MPI_HOST_FILE -genvlist LIST python /x.py"_s;
    QTest::newRow("Open MPI") << u"openmpi"_s << 1 << u"10.0.0.4 slots=5\n"_s
                              << u"mpirun -np 5 -bind-to none -map-by slot --allow-run-as-root --hostfile "
                                 "$AZ_BATCHAI_MPI_HOST_FILE EXPORTS python /x.py"_s;
}

void TstMpi::knowsFlavours()
{
    QFETCH(const QString, flavour);
    QFETCH(const int, nodes);
    QFETCH(const QString, hosts);
    QFETCH(const QString, line);
    PlanView view = viewOf(
        R"({"stdOutErrPathPrefix":"/o","chainerSettings":{"pythonScriptFilePath":"/x.py","processCount":5}})", nodes);
    view.nodes.first().mpi = flavour;
    const LaunchPlan plan = planLaunch(view);
    QCOMPARE(QString::fromUtf8(plan.nodes.constFirst().files.constFirst().content), hosts);
    QVERIFY2(written(plan).contains(u": "_s + line + u'\n'), qPrintable(written(plan)));
}

void TstMpi::forwardsVariables()
{
    const LaunchPlan plan = planOf(1, R"("horovodSettings":{"pythonScriptFilePath":"/x.py"},
        "inputDirectories":[{"id":"I","path":"/i"}],"outputDirectories":[{"id":"O","pathPrefix":"/o"}],
        "environmentVariables":[{"name":"MINE","value":"v"},{"name":"PATH","value":"/bin"},{"name":"MINE","value":"w"},
            {"name":"NO NAME","value":"x"}],
        "secrets":[{"name":"TOKEN","value":"s3cret"}])");
    QVERIFY2(written(plan).contains(
                 u"EXPORTS -x AZ_BATCHAI_INPUT_I -x AZ_BATCHAI_OUTPUT_O -x MINE -x TOKEN python /x.py\n"_s),
             qPrintable(written(plan)));
    QVERIFY(!written(plan).contains(u"s3cret"_s));
}

void TstMpi::leavesLoopbackIn()
{
    PlanView view = viewOf(R"({"stdOutErrPathPrefix":"/o","horovodSettings":{"pythonScriptFilePath":"/x.py"}})", 2);
    for (qsizetype i = 0; i < 2; ++i)
        view.nodes[i].address = u"127.0.0.%1"_s.arg(i + 2);
    QVERIFY(
        written(planLaunch(view))
            .contains(
                u"--allow-run-as-root -mca plm_rsh_no_tree_spawn 1 -mca plm_rsh_agent mpi-ssh -mca orte_leave_session_attached 1 -wdir / --hostfile "_s));
}

BATCHDECK_TEST(QCoreApplication, TstMpi)
#include "tst_mpi.moc"
