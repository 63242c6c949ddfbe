// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/plan/planwords.h"
#include "tests/support/testmain.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;
using models::PlanSection;

class TstPlanWords final : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatANodeDoes_data();
    void saysWhatANodeDoes();
    void showsSections();
    void keepsNamesToBeExpanded();
    void offersToMap();
    void warnsOnce();

private:
    static engine::JobPlanNode node()
    {
        engine::JobPlanNode node;
        node.node = u"a07"_s;
        node.directory = u"/home/ada/.batchdeck/jobs/x"_s;
        node.mounts = {{u"azureFileShare"_s,
                        u"https://acc.file.core.windows.net/logs"_s,
                        {},
                        u"$AZ_BATCHAI_JOB_MOUNT_ROOT/logs"_s,
                        {},
                        false}};
        node.environment = {{u"AZ_BATCHAI_NUM_GPUS"_s, u"4"_s}, {u"WHERE"_s, u"$HOME/\"a\" `b`"_s}};
        node.commands = {{u"toolkit"_s,
                          u"python train.py --lr 0.1"_s,
                          u"stdout-wk-0.txt"_s,
                          u"stderr-wk-0.txt"_s,
                          u"worker"_s,
                          0,
                          1,
                          {{u"TF_CONFIG"_s, u"{}"_s}}}};
        node.logFiles = {u"stdout-wk-0.txt"_s, u"stderr-wk-0.txt"_s};
        return node;
    }
    static engine::JobPlanCommand command(const QString &task, int index, int processes = 1)
    {
        return {u"toolkit"_s, u"true"_s, u"stdout.txt"_s, u"stderr.txt"_s, task, index, processes, {}};
    }
    static engine::JobPlanCommand rank(int index)
    {
        engine::JobPlanCommand one = command({}, index);
        one.environment = {{u"AZ_BATCHAI_TASK_INDEX"_s, QString::number(index)}};
        return one;
    }
};

void TstPlanWords::saysWhatANodeDoes_data()
{
    QTest::addColumn<QList<engine::JobPlanCommand>>("commands");
    QTest::addColumn<QString>("fact");
    QTest::newRow("nothing") << QList<engine::JobPlanCommand>() << u"held only"_s;
    QTest::newRow("tensorflow") << QList{command(u"worker"_s, 0), command(u"ps"_s, 0)} << u"worker 0, ps 0"_s;
    QTest::newRow("one rank") << QList{rank(3)} << u"rank 3"_s;
    QTest::newRow("ranks") << QList{rank(4), rank(5), rank(6)} << u"ranks 4 to 6"_s;
    QTest::newRow("custom") << QList{command({}, 0)} << u"1 process"_s;
    QTest::newRow("mpi") << QList{command({}, 0, 8)} << u"8 processes"_s;
    engine::JobPlanCommand preparation = command({}, 0);
    preparation.purpose = u"job preparation"_s;
    QTest::newRow("prepared") << QList{preparation} << u"prepared only"_s;
}

void TstPlanWords::saysWhatANodeDoes()
{
    QFETCH(QList<engine::JobPlanCommand>, commands);
    engine::JobPlanNode node;
    node.commands = commands;
    QTEST(models::nodeFact(node), "fact");
}

void TstPlanWords::showsSections()
{
    const auto sections = models::sectionsOf(node());
    QCOMPARE(sections,
             (QList{PlanSection::All, PlanSection::Commands, PlanSection::Mounts, PlanSection::Environment,
                    PlanSection::Files}));
    const QString all = models::planText(node());
    const QStringList lines = all.split(u'\n').filter(QRegularExpression(u"^[^#]"_s));
    QCOMPARE(lines.value(0), u"python train.py --lr 0.1"_s); // before everything that it needs
    for (const PlanSection section : sections) {
        const QString text = models::planText(node(), section);
        QVERIFY(text.startsWith(u"# a07: worker 0\n"_s));
        if (section != PlanSection::All)
            QVERIFY2(all.contains(text.section(u'\n', 2)), qPrintable(text));
    }
    const QString commands = models::planText(node(), PlanSection::Commands);
    for (const auto &part : {u"stdout-wk-0.txt"_s, u"export TF_CONFIG"_s, u"\npython train.py --lr 0.1\n"_s})
        QVERIFY2(commands.contains(part), qPrintable(part));
    QVERIFY(!commands.contains(u"AZ_BATCHAI_NUM_GPUS"_s));
    engine::JobPlanSnapshot plan;
    plan.nodes = {node(), node()};
    QCOMPARE(models::planText(plan).count(u"# a07: worker 0"_s), 2);
}

void TstPlanWords::keepsNamesToBeExpanded()
{
    QVERIFY2(
        models::planText(node(), PlanSection::Environment).contains(u"export WHERE=\"$HOME/\\\"a\\\" \\`b\\`\"\n"_s),
        qPrintable(models::planText(node(), PlanSection::Environment)));
}

void TstPlanWords::offersToMap()
{
    const engine::Message unmapped("%1 is not mapped.", {u"https://acc.file.core.windows.net/logs"_s});
    const QList<engine::Fault> warnings{{u"Placeholder"_s, {"%1 is to be filled in."}, u"$.properties"_s, 3, 1},
                                        {u"Unmapped"_s, unmapped, u"$.properties.a"_s, 9, 1},
                                        {u"Unmapped"_s, unmapped, u"$.properties.b"_s, 10, 1}};
    const auto notices = models::noticesOf(warnings);
    QCOMPARE(notices.size(), 2); // a volume is one thing to map, wherever it is named
    QCOMPARE(notices.first().source, u"https://acc.file.core.windows.net/logs"_s); // there is a button for it
    QVERIFY(notices.last().source.isEmpty() && !notices.last().remedy.isEmpty());
}

// The same placeholder at several places is one thing to do.
void TstPlanWords::warnsOnce()
{
    const engine::Message words{"%1 stands for something that you have to fill in.", {u"<AZURE_BATCHAI_X>"_s}};
    const QList<engine::Fault> warnings{
        {u"Placeholder"_s, words, u"$.properties.a"_s, 3, 1},
        {u"Placeholder"_s, words, u"$.properties.b"_s, 4, 1},
        {u"NotMounted"_s, {"%1 is not mounted.", {u"/x"_s}}, u"$.properties.c"_s, 5, 1}};
    QCOMPARE(models::noticesOf(warnings).size(), 2);
}

BATCHDECK_TEST(QCoreApplication, TstPlanWords)
#include "tst_planwords.moc"
