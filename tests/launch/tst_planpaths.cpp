// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/planpaths.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace engine;
using namespace Qt::StringLiterals;
using Kind = PlanPaths::Place::Kind;

class TstPlanPaths final : public QObject
{
    Q_OBJECT

private slots:
    void findsPlaces_data();
    void findsPlaces();
    void makesFoldersWithoutTheUsersVariables();
    void expandsInOrder();
    void leavesWhatGrows();

private:
    static PlannedMount mount(const QString &path, const QString &mappedTo)
    {
        PlannedMount mount;
        mount.volume.kind = VolumeKind::AzureFileShare;
        mount.volume.source = u"https://a.file.core.windows.net/s"_s;
        mount.path = path;
        mount.mappedTo = mappedTo;
        return mount;
    }
};

void TstPlanPaths::findsPlaces_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QString>("found");
    QTest::newRow("full") << u"/data/x.py"_s << Kind::Now << u"/data/x.py"_s;
    QTest::newRow("home of the node") << u"$HOME/x.py"_s << Kind::Now << u"$HOME/x.py"_s;
    QTest::newRow("in a folder") << u"$AZ_BATCHAI_JOB_MOUNT_ROOT/afs/a b/x.py"_s << Kind::Now << u"/srv/afs/a b/x.py"_s;
    QTest::newRow("in braces") << u"${AZ_BATCHAI_JOB_MOUNT_ROOT}/afs/x.py"_s << Kind::Now << u"/srv/afs/x.py"_s;
    QTest::newRow("a folder's own") << u"$AZ_BATCHAI_JOB_MOUNT_ROOT/afs/"_s << Kind::Now << u"/srv/afs"_s;
    QTest::newRow("only a beginning") << u"$AZ_BATCHAI_JOB_MOUNT_ROOT/afsx/x.py"_s << Kind::OfJob
                                      << u"/h/jobs/P/U/a1/m/temp/mounts/afsx/x.py"_s;
    QTest::newRow("the deepest") << u"$AZ_BATCHAI_JOB_MOUNT_ROOT/afs/deep/x.py"_s << Kind::Mounted
                                 << u"/h/jobs/P/U/a1/m/temp/mounts/afs/deep/x.py"_s;
    QTest::newRow("by an input") << u"$AZ_BATCHAI_INPUT_CODE/x.py"_s << Kind::Now << u"/srv/afs/code/x.py"_s;
    QTest::newRow("the job's") << u"$AZ_BATCHAI_JOB_TEMP/wd/x.py"_s << Kind::OfJob
                               << u"/h/jobs/P/U/a1/m/temp/wd/x.py"_s;
    QTest::newRow("shared") << u"/h/jobs/P/U/a1/shared/x.py"_s << Kind::OfJob << u"/h/jobs/P/U/a1/shared/x.py"_s;
    QTest::newRow("relative") << u"x.py"_s << Kind::Relative << u"x.py"_s;
    QTest::newRow("home by a tilde") << u"~/x.py"_s << Kind::Now << u"$HOME/x.py"_s;
    QTest::newRow("the home itself") << u"~"_s << Kind::Now << u"$HOME"_s;
    QTest::newRow("of another user") << u"~eve/x.py"_s << Kind::Relative << u"~eve/x.py"_s;
    QTest::newRow("a tilde further on") << u"data/~/x.py"_s << Kind::Relative << u"data/~/x.py"_s;
    QTest::newRow("of another attempt") << u"$AZ_BATCHAI_JOB_TEMP/../../x"_s << Kind::OfJob
                                        << u"/h/jobs/P/U/a1/m/temp/../../x"_s;
    QTest::newRow("out of the job's") << u"$AZ_BATCHAI_JOB_TEMP/../../../../x"_s << Kind::Now
                                      << u"/h/jobs/P/U/a1/m/temp/../../../../x"_s;
    QTest::newRow("where the payload begins") << u"$PWD/x"_s << Kind::OfJob << u"/h/jobs/P/U/a1/m/x"_s;
}

void TstPlanPaths::findsPlaces()
{
    NodePlan plan;
    plan.directory = u"/h/jobs/P/U/a1/m"_s;
    plan.environment = {{u"AZ_BATCHAI_JOB_TEMP"_s, u"/h/jobs/P/U/a1/m/temp"_s},
                        {u"AZ_BATCHAI_JOB_MOUNT_ROOT"_s, u"/h/jobs/P/U/a1/m/temp/mounts"_s},
                        {u"AZ_BATCHAI_INPUT_CODE"_s, u"$AZ_BATCHAI_JOB_MOUNT_ROOT/afs/code"_s}};
    plan.mounts = {mount(u"$AZ_BATCHAI_JOB_MOUNT_ROOT/afs"_s, u"path:/srv/afs"_s),
                   mount(u"$AZ_BATCHAI_JOB_MOUNT_ROOT/afs/deep"_s, u"nas:/deep"_s)};
    QFETCH(QString, path);
    QFETCH(Kind, kind);
    plan.ownVariables = plan.environment.size();
    const PlanPaths::Place place = PlanPaths(plan, PlanPaths::Variables::All).placeOf(path);
    QCOMPARE(int(place.kind), int(kind));
    QTEST(place.path, "found");
    QCOMPARE(place.volume, kind == Kind::Mounted ? u"nas:/deep"_s : QString());
}

void TstPlanPaths::makesFoldersWithoutTheUsersVariables()
{
    NodePlan plan;
    plan.directory = u"/h/jobs/P/U/a1/m"_s;
    plan.environment = {{u"AZ_BATCHAI_JOB_TEMP"_s, u"/h/jobs/P/U/a1/m/temp"_s},
                        {u"MINE"_s, u"$AZ_BATCHAI_JOB_TEMP/mine"_s},
                        {u"AZ_BATCHAI_JOB_TEMP"_s, u"/other"_s}};
    plan.ownVariables = 1;
    const PlanPaths folders(plan, PlanPaths::Variables::Ours);
    const PlanPaths programs(plan, PlanPaths::Variables::All);
    QCOMPARE(folders.placeOf(u"$MINE/q"_s).path, u"$MINE/q"_s);
    QCOMPARE(folders.placeOf(u"$AZ_BATCHAI_JOB_TEMP/q"_s).kind, Kind::OfJob);
    QCOMPARE(programs.placeOf(u"$MINE/q"_s).kind, Kind::OfJob);
    QCOMPARE(programs.placeOf(u"$AZ_BATCHAI_JOB_TEMP/q"_s).path, u"/other/q"_s);
}

void TstPlanPaths::expandsInOrder()
{
    NodePlan plan;
    plan.environment = {
        {u"LATER"_s, u"$FIRST/x"_s}, {u"FIRST"_s, u"/a"_s}, {u"PATH"_s, u"/b:$PATH"_s}, {u"SECOND"_s, u"$FIRST/y"_s}};
    const PlanPaths paths(plan, PlanPaths::Variables::All);
    QCOMPARE(paths.expanded(u"$LATER $SECOND $PATH $ $1 ${NOT"_s), u"$FIRST/x /a/y /b:$PATH $ $1 ${NOT"_s);
}

// Each names the one before it twice: 2^40 characters.
void TstPlanPaths::leavesWhatGrows()
{
    NodePlan plan;
    plan.environment = {{u"V0"_s, u"x"_s}};
    for (int i = 1; i <= 40; ++i)
        plan.environment.append({u'V' + QString::number(i), u"$V%1$V%1"_s.arg(i - 1)});
    QVERIFY(PlanPaths(plan, PlanPaths::Variables::All).expanded(u"$V40"_s).size() < 100'000);
}

BATCHDECK_TEST(QCoreApplication, TstPlanPaths)
#include "tst_planpaths.moc"
