// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/engineclient.h"
#include "engine/log/reader/logreaders.h"
#include "models/job/jobtablemodel.h"
#include "models/resourcestore.h"
#include "models/storage/filework.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/testmain.h"
#include "ui/job/chart/timeline.h"
#include "ui/job/chart/utilisationchart.h"
#include "ui/job/chart/utilisationstrip.h"
#include "ui/job/jobheader.h"
#include "ui/job/jobpage.h"
#include "ui/log/panel/logpanel.h"
#include "ui/resource/experimentpage.h"
#include "ui/secret/secretpanel.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pageheader.h"

#include <QApplication>
#include <QClipboard>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace {

const QString experimentPath =
    u"/subscriptions/p/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/experiments/e"_s;
const QString jobPath = experimentPath + u"/jobs/run-1"_s;
const QString clusterPath = u"/subscriptions/p/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/clusters/c"_s;

engine::ResourceId id(const QString &path)
{
    return *engine::ResourceId::parse(path);
}

QJsonObject cannedJob(const QString &state, const QJsonObject &extension, const QJsonObject &execution = {})
{
    return {{u"id"_s, jobPath},
            {u"name"_s, u"run-1"_s},
            {u"properties"_s,
             QJsonObject{{u"executionState"_s, state},
                         {u"cluster"_s, QJsonObject{{u"id"_s, clusterPath}}},
                         {u"nodeCount"_s, 1},
                         {u"customToolkitSettings"_s, QJsonObject{{u"commandLine"_s, u"python3 train.py"_s}}},
                         {u"stdOutErrPathPrefix"_s, u"$AZ_BATCHAI_JOB_TEMP"_s},
                         {u"executionInfo"_s, execution},
                         {u"x-batchdeck"_s, extension}}}};
}

} // namespace

class TstJobPage final : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatAJobDoesAndWhy_data();
    void saysWhatAJobDoesAndWhy();
    void runsAgain();
    void leavesDeletionToTheWindow();
    void asksForSecretsBesideWhatIsTyped();
    void offersToAskWhileItLacksOne();
    void clonesIntoTheSubmitPage();
    void drawsWhatWasSampled();
    void keepsEveryCurveInASmallWindow_data();
    void keepsEveryCurveInASmallWindow();
    void writesTimesAndValuesAtTheGrid();
    void countsLogsThroughEveryChange();
    void hidesNoLogTab_data();
    void hidesNoLogTab();
    void tellsThePhasesInOrder();
    void givesTheCommandThatRan();
    void keepsWhatIsNewerThanAnAnswer();

private:
    /// Lacks \a name, with the engine's words about it.
    static QJsonObject lacking(const QString &name)
    {
        QJsonObject job = cannedJob(u"queued"_s,
                                    {{u"uuid"_s, u"u"_s},
                                     {u"reasonCode"_s, u"SecretMissing"_s},
                                     {u"reason"_s, engine::Message("%1 has no value.", {name}).toJson()}});
        QJsonObject properties = job[u"properties"_s].toObject();
        properties[u"secrets"_s] = QJsonArray{QJsonObject{{u"name"_s, u"TOKEN"_s}}};
        job[u"properties"_s] = properties;
        return job;
    }
};

void TstJobPage::saysWhatAJobDoesAndWhy_data()
{
    QTest::addColumn<QJsonObject>("document");
    QTest::addColumn<QString>("cause");
    QTest::addColumn<bool>("mayStop");
    const QJsonObject start{{u"startTime"_s, u"2026-01-02T03:04:05.000Z"_s}};
    const QJsonObject failure{{u"startTime"_s, u"2026-01-02T03:04:05.000Z"_s},
                              {u"endTime"_s, u"2026-01-02T03:05:05.000Z"_s},
                              {u"exitCode"_s, 3}};
    const auto reason = [](const char *text) { return engine::Message(text).toJson(); };
    const QJsonArray placed{u"/subscriptions/p/providers/Batchdeck/machines/m"_s};
    QTest::newRow("queued") << cannedJob(u"queued"_s, {{u"reason"_s, reason("Needs 2 nodes.")}}) << u"Needs 2 nodes."_s
                            << true;
    QTest::newRow("running") << cannedJob(u"running"_s, {{u"link"_s, u"online"_s}, {u"phase"_s, u"executing"_s}}, start)
                             << QString() << true;
    QTest::newRow("failed") << cannedJob(u"failed"_s, {{u"reason"_s, reason("The command failed.")}}, failure)
                            << u"The command failed. The command ended with exit code 3."_s << false;
    QTest::newRow("failed, told once") << cannedJob(
        u"failed"_s, {{u"reason"_s, reason("The command ended with exit code 3.")}}, failure)
                                       << u"The command ended with exit code 3."_s << false;
    QTest::newRow("failed, told of a rank") << cannedJob(
        u"failed"_s, {{u"reason"_s, engine::Message("Rank 0 ended with exit code %1.", {u"3"_s}).toJson()}}, failure)
                                            << u"Rank 0 ended with exit code 3."_s << false;
    QTest::newRow("succeeded") << cannedJob(u"succeeded"_s, {}, failure) << QString() << false;
    QTest::newRow("out of reach") << cannedJob(u"running"_s, {{u"link"_s, u"offline"_s}, {u"placement"_s, placed}},
                                               start)
                                  << u"No news from m. The job was running then and goes on without us."_s << true;
}

void TstJobPage::saysWhatAJobDoesAndWhy()
{
    QFETCH(QJsonObject, document);
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    link.answers[u"resource.get"_s] = QJsonValue(document);
    engine::EngineClient client(link);
    models::FileWork work(client);
    ui::JobPage page(client, work, std::make_shared<engine::LogReaders>(), id(jobPath));
    page.resize(1100, 700);
    page.showTab(u"overview"_s);
    page.show();
    QTRY_VERIFY(page.isSettled());
    const auto *banner = page.findChild<ui::Banner *>(u"cause"_s);
    QTEST(banner->isVisible() ? banner->text() : QString(), "cause");
    auto *stop = page.findChild<QAbstractButton *>(u"stop"_s);
    QTEST(stop->isEnabled(), "mayStop");
    QSignalSpy stops(&page, &ui::JobPage::stopRequested);
    stop->click();
    QCOMPARE(stops.size(), stop->isEnabled() ? 1 : 0);
    QVERIFY2(!link.wasCalled(u"job.terminate"_s), "the window stops it, once there was time to take that back");
}

void TstJobPage::runsAgain()
{
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    const QJsonObject job = cannedJob(u"running"_s, {{u"link"_s, u"online"_s}});
    link.answers[u"resource.get"_s] = QJsonValue(job);
    QJsonObject again = job;
    again[u"id"_s] = QString(jobPath + u"-r1"_s);
    link.answers[u"job.rerun"_s] = QJsonValue(again);
    engine::EngineClient client(link);
    models::FileWork work(client);
    ui::JobPage page(client, work, std::make_shared<engine::LogReaders>(), id(jobPath));
    QTRY_VERIFY(page.isSettled());
    QSignalSpy opened(&page, &ui::Page::openRequested);
    link.calls.clear();
    page.findChild<QAbstractButton *>(u"rerun"_s)->click();
    QCOMPARE(link.calls.size(), 1);
    QCOMPARE(link.lastCall(u"job.rerun"_s).value(u"id"_s).toString(), jobPath);
    QTRY_COMPARE(opened.size(), 1); // the new job is shown
    QCOMPARE(opened.at(0).at(0).value<engine::ResourceId>(), id(jobPath + u"-r1"_s));
}

void TstJobPage::leavesDeletionToTheWindow()
{
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    engine::EngineClient client(link);
    models::FileWork work(client);
    ui::JobPage page(client, work, std::make_shared<engine::LogReaders>(), id(jobPath));
    QSignalSpy removal(&page, &ui::Page::removeRequested);
    emit page.findChild<ui::JobHeader *>()->deleteRequested();
    QCOMPARE(removal.size(), 1);
    QVERIFY(!link.wasCalled(u"job.delete"_s));
}

// A question that comes by itself takes no keys that are meant for another field.
void TstJobPage::asksForSecretsBesideWhatIsTyped()
{
    canned::CannedLink link;
    engine::EngineClient client(link);
    models::FileWork work(client);
    link.answers[u"secret.list"_s] = QJsonValue(QJsonArray());
    link.answers[u"resource.get"_s] = QJsonValue(cannedJob(u"running"_s, {}));
    QWidget window;
    auto *column = new QVBoxLayout(&window);
    auto *editor = new QLineEdit;
    auto *page = new ui::JobPage(client, work, std::make_shared<engine::LogReaders>(), id(jobPath));
    column->addWidget(editor);
    column->addWidget(page);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    editor->setFocus();
    QTRY_COMPARE(QApplication::focusWidget(), editor);
    auto *panel = page->findChild<ui::SecretPanel *>();
    emit link.changed(canned::delta(2, {lacking(u"TOKEN"_s)}));
    QTRY_VERIFY(panel->isVisible());
    QCOMPARE(QApplication::focusWidget(), editor);
    panel->findChild<QPushButton *>(u"cancelQuestion"_s)->click();
    editor->setFocus();
    emit page->findChild<ui::Banner *>()->remedyRequested();
    QTRY_VERIFY(panel->isVisible());
    QCOMPARE(QApplication::focusWidget(), panel->findChild<QLineEdit *>());
}

void TstJobPage::offersToAskWhileItLacksOne()
{
    canned::CannedLink link;
    engine::EngineClient client(link);
    models::FileWork work(client);
    link.answers[u"secret.list"_s] = QJsonValue(QJsonArray());
    link.answers[u"secret.set"_s] =
        QJsonValue(QJsonObject{{u"place"_s, u"memory"_s}, {u"reason"_s, engine::Message("It is locked.").toJson()}});
    link.answers[u"resource.get"_s] = QJsonValue(lacking(u"TOKEN"_s));
    ui::JobPage page(client, work, std::make_shared<engine::LogReaders>(), id(jobPath));
    page.show();
    auto *panel = page.findChild<ui::SecretPanel *>();
    auto *banner = page.findChild<ui::Banner *>();
    const auto offers = [&] {
        const auto buttons = banner->findChildren<QPushButton *>();
        return std::any_of(buttons.cbegin(), buttons.cend(), [](const auto *button) { return button->isVisible(); });
    };
    QTRY_VERIFY(panel->isVisible());
    panel->findChild<QPushButton *>(u"cancelQuestion"_s)->click();
    QVERIFY(banner->isVisible() && offers());
    emit banner->remedyRequested();
    QTRY_VERIFY(panel->isVisible());
    QVERIFY(!banner->isVisible());
    QTest::keyClicks(panel->findChild<QLineEdit *>(), u"x"_s);
    panel->accept();
    QTRY_VERIFY(banner->isVisible());
    QVERIFY2(banner->text().contains(u"It is locked."_s), qPrintable(banner->text()));
    QVERIFY(!offers());
    // It has its secret before the late answer to what it lacked: nobody is asked.
    link.hold(u"secret.list"_s);
    emit link.changed(canned::delta(2, {lacking(u"OTHER"_s)}));
    QTRY_COMPARE(link.count(u"secret.list"_s), 3);
    emit link.changed(canned::delta(3, {cannedJob(u"running"_s, {})}));
    link.release(u"secret.list"_s, QJsonValue(QJsonArray()));
    QTest::qWait(0);
    QVERIFY(!panel->isVisible());
    QVERIFY2(banner->isVisible(), "what is said of the keyring is no offer that ends with the lack");
}

void TstJobPage::clonesIntoTheSubmitPage()
{
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    engine::EngineClient client(link);
    models::FileWork work(client);
    ui::JobPage page(client, work, std::make_shared<engine::LogReaders>(), id(jobPath));
    QSignalSpy submit(&page, &ui::Page::submitRequested);
    page.findChild<QAbstractButton *>(u"clone"_s)->click();
    QCOMPARE(submit.size(), 1);
    QCOMPARE(submit.at(0).at(0).value<engine::ResourceId>(), id(experimentPath));
    QCOMPARE(submit.at(0).at(1).value<engine::ResourceId>(), id(jobPath));
}

void TstJobPage::drawsWhatWasSampled()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(u"samples"_s));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    link.answers[u"resource.get"_s] =
        QJsonValue(cannedJob(u"running"_s, {{u"link"_s, u"online"_s}, {u"samplesPath"_s, file.fileName()}}));
    engine::EngineClient client(link);
    models::FileWork work(client);
    ui::JobPage page(client, work, std::make_shared<engine::LogReaders>(), id(jobPath));
    page.resize(1100, 700);
    page.show();
    QCOMPARE(page.currentTab(), u"logs"_s);
    const auto *strip = page.findChild<ui::UtilisationStrip *>();
    QTRY_VERIFY(link.wasCalled(u"resource.get"_s));
    QVERIFY(!strip->isVisible());
    file.write("1000 10 100 1024 4096\n2000 60 200 2048 4096\n");
    QTRY_VERIFY(page.isSettled()); // it looks once a second
    QVERIFY(strip->isVisible());
    QCOMPARE(strip->lines().size(), 2);
    QCOMPARE(strip->lines().at(0).value, u"50 %"_s);
    QCOMPARE(strip->lines().at(0).points, (QList<QPointF>{{2000, 50}}));
    QCOMPARE(strip->lines().at(1).value, u"50 %"_s);
    QCOMPARE(strip->lines().at(1).points, (QList<QPointF>{{1000, 25}, {2000, 50}}));
    file.write("3000 160 300 1024 4096 gpu 0 96 2048 8192 210 gpu 1 - 0 8192 20\n");
    QTRY_COMPARE(strip->lines().size(), 4);
    QCOMPARE(strip->lines().at(0).title + strip->lines().at(0).value, u"GPU 096 %"_s);
    QCOMPARE(strip->lines().at(1).value, QString());
    QCOMPARE(strip->lines().at(2).value, u"100 %"_s);
}

void TstJobPage::keepsEveryCurveInASmallWindow_data()
{
    QTest::addColumn<int>("gpus");
    QTest::addColumn<int>("width");
    QTest::newRow("8, of 1024 beside the tree") << 8 << 776;
    QTest::newRow("16, beside a list of nodes, too") << 16 << 640;
    QTest::newRow("as narrow as it can be") << 16 << 320;
}

void TstJobPage::keepsEveryCurveInASmallWindow()
{
    QFETCH(int, gpus);
    QFETCH(int, width);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"samples"_s));
    QByteArray line = "1000 10 100 1024 4096";
    for (int gpu = 0; gpu < gpus; ++gpu)
        line += " gpu " + QByteArray::number(gpu) + " 96 2048 8192 210";
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(line + '\n') > 0);
    file.close();
    models::UtilisationModel model;
    model.setSource(file.fileName());
    model.refresh();
    QWidget window;
    auto *strip = new ui::UtilisationStrip(model, &window);
    auto *column = new QVBoxLayout(&window);
    column->setContentsMargins({});
    column->addWidget(strip);
    column->addStretch(1);
    window.resize(width, 400);
    window.show();
    QTRY_COMPARE(strip->height(), strip->sizeHint().height());
    QCOMPARE(strip->lines().size(), gpus + 2);
    QRegion taken;
    for (int i = 0; i < strip->lines().size(); ++i) {
        QVERIFY(strip->rect().contains(strip->cellAt(i)));
        QVERIFY(!taken.intersects(strip->cellAt(i)));
        taken += strip->cellAt(i);
    }
}

void TstJobPage::writesTimesAndValuesAtTheGrid()
{
    ui::UtilisationChart chart(u"CPU"_s, models::Measure::Cpu);
    chart.resize(700, 300);
    chart.show();
    const qint64 begin = QDateTime(QDate(2026, 11, 27), QTime(14, 32, 17)).toMSecsSinceEpoch();
    for (const qint64 seconds : {3, 26, 240}) { // it grows, and the window after it
        const qint64 end = begin + 1000 * seconds;
        chart.setPoints({{double(begin + end) / 2, 10}, {double(end), 10}}, begin, end);
        chart.grab();
    }
    chart.resize(900, 300);
    const QImage image = chart.grab().toImage();
    const QRgb ground = image.pixel(899, 299);
    const auto isInk = [&](int x, int y) { return image.pixel(x, y) != ground; };
    const auto isGrid = [&](int x, int y) { return image.pixelColor(x, y) == ui::tokens().grid; };
    // The middles of what has no gap as wide as between two labels.
    const auto middles = [](int from, int to, const auto &isSome) {
        QList<QPair<int, int>> runs;
        for (int i = from; i < to; ++i) {
            if (isSome(i) && !runs.isEmpty() && i - runs.constLast().second < 12)
                runs.last().second = i;
            else if (isSome(i))
                runs.append({i, i});
        }
        QList<int> all;
        for (const auto &[first, last] : std::as_const(runs))
            all.append((first + last) / 2);
        return all;
    };
    const auto areSame = [](const QList<int> &a, const QList<int> &b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](int x, int y) { return qAbs(x - y) <= 2; });
    };
    const QList<int> lines = middles(0, 900, [&](int x) { return isGrid(x, 90); });
    const QList<int> times = middles(36, 900, [&](int x) {
        for (int y = 284; y < 300; ++y) {
            if (isInk(x, y))
                return true;
        }
        return false;
    });
    QCOMPARE(lines.size(), 8); // each half minute
    QVERIFY(areSame(lines, times));
    const QList<int> levels = middles(20, 284, [&](int y) { return isGrid(40, y); });
    const QList<int> values = middles(20, 292, [&](int y) {
        for (int x = 0; x < 30; ++x) {
            if (isInk(x, y))
                return true;
        }
        return false;
    });
    QCOMPARE(levels.size(), 3);
    QVERIFY(areSame(levels, values));
    int curve = levels[0]; // where it is at 10 percent: the first pixel of another colour than ground and grid
    while (curve < 280 && (isGrid(800, curve) || image.pixelColor(800, curve) == ui::tokens().alt))
        ++curve;
    QVERIFY(qAbs(curve - (levels[2] - (levels[2] - levels[0]) / 10)) <= 2);
}

void TstJobPage::countsLogsThroughEveryChange()
{
    ui::PageHeader header;
    header.addTab(u"logs"_s, u"Logs"_s);
    header.show();
    const auto *tabs = header.findChild<QTabBar *>();
    for (const int count : {1, 3, 3, 0, 2}) {
        header.setTabCount(u"logs"_s, count);
        const QWidget *badge = tabs->tabButton(0, QTabBar::RightSide);
        QCOMPARE(badge != nullptr && badge->isVisible(), count > 0);
    }
}

void TstJobPage::hidesNoLogTab_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::newRow("an error that is last") << QStringList{u"stdout.txt"_s, u"stderr.txt"_s};
    QTest::newRow("an error in the middle") << QStringList{u"stdout.txt"_s, u"stderr.txt"_s, u"execution.log"_s};
    QTest::newRow("preparation") << QStringList{u"stdout-job_prep.txt"_s, u"stderr-job_prep.txt"_s};
}

// A job that failed opens at its overview: its log is chosen before anybody sees the tabs.
void TstJobPage::hidesNoLogTab()
{
    QFETCH(QStringList, names);
    QTemporaryDir folder;
    QJsonArray logs;
    for (const QString &name : std::as_const(names)) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("trouble\n") > 0);
        logs.append(QJsonObject{
            {u"name"_s, name}, {u"node"_s, u"desk"_s}, {u"spoolPath"_s, file.fileName()}, {u"complete"_s, true}});
    }
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    link.answers[u"resource.get"_s] = QJsonValue(cannedJob(u"failed"_s, {{u"logs"_s, logs}}));
    engine::EngineClient client(link);
    models::FileWork work(client);
    ui::JobPage page(client, work, std::make_shared<engine::LogReaders>(), id(jobPath));
    page.resize(1100, 700);
    page.show();
    QTRY_VERIFY(page.isSettled());
    QCOMPARE(page.currentTab(), u"overview"_s);
    page.showTab(u"logs"_s);
    const auto *tabs = page.findChild<ui::LogPanel *>()->findChild<QTabBar *>();
    QTRY_COMPARE(tabs->count(), names.size());
    for (int i = 0; i < tabs->count(); ++i)
        QTRY_VERIFY2(tabs->visibleRegion().contains(tabs->tabRect(i)), qPrintable(names.at(i)));
}

void TstJobPage::tellsThePhasesInOrder()
{
    const QDateTime start = QDateTime::fromString(u"2026-01-02T03:04:05.000Z"_s, Qt::ISODateWithMs);
    const auto event = [&start](int ms, const QString &state) {
        return engine::JobEvent{start.addMSecs(ms), state, {}, u"node"_s};
    };
    engine::JobSnapshot job;
    job.created = start;
    job.state = engine::JobState::Succeeded;
    job.exitCode = 0;
    const auto steps = ui::timelineOf(job,
                                      {event(100, u"running"_s), event(150, u"staging"_s), event(600, u"executing"_s),
                                       event(90'600, u"succeeded"_s)});
    QStringList words;
    for (const ui::TimelineStep &step : steps)
        words.append(step.state + u' ' + (step.length.count() < 0 ? step.text : ui::stepLength(step.length)));
    QCOMPARE(words,
             (QStringList{u"queued 0.1 s"_s, u"staging 0.5 s"_s, u"executing 00:01:30"_s, u"succeeded exit code 0"_s}));
    QVERIFY(ui::timelineOf(job, {}).isEmpty());
    job.state = engine::JobState::Failed;
    engine::JobEvent failed = event(100, u"failed"_s);
    failed.message = {"The command ended with exit code 127."};
    job.exitCode = 127;
    QCOMPARE(ui::timelineOf(job, {failed}).constLast().text, u"exit code 127"_s);
    job.exitCode.reset();
    QCOMPARE(ui::timelineOf(job, {failed}).constLast().text, QString());
}

void TstJobPage::givesTheCommandThatRan()
{
    const QString line = u"mpirun -np 2 python3 'a b.py'"_s;
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    link.answers[u"resource.get"_s] =
        QJsonValue(cannedJob(u"running"_s, {{u"link"_s, u"online"_s}, {u"commandLines"_s, QJsonArray{line}}}));
    engine::EngineClient client(link);
    models::FileWork work(client);
    ui::JobPage page(client, work, std::make_shared<engine::LogReaders>(), id(jobPath));
    QTRY_VERIFY(page.isSettled());
    const auto labels = page.findChildren<QLabel *>();
    const auto shows = [&labels](const QString &text) {
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) { return label->text() == text; });
    };
    QVERIFY(shows(line));
    QVERIFY(!shows(u"python3 train.py"_s)); // the document's
    QGuiApplication::clipboard()->clear();
    for (auto *button : page.findChildren<QAbstractButton *>()) {
        if (button->accessibleName() == u"Copy the command")
            button->click();
    }
    QCOMPARE(QGuiApplication::clipboard()->text(), line);
}

// A change may come while the answer that does not know it is on its way.
void TstJobPage::keepsWhatIsNewerThanAnAnswer()
{
    const QJsonObject running = cannedJob(u"running"_s, {{u"link"_s, u"online"_s}});
    QJsonObject removed = running;
    removed[u"id"_s] = QString(jobPath + u"-gone"_s);
    canned::CannedLink link;
    link.fallback = QJsonValue(QJsonArray());
    link.answers[u"resource.get"_s] = QJsonValue(running);
    link.answers[u"job.list"_s] = QJsonValue(QJsonArray{running, removed});
    engine::EngineClient client(link);
    models::ResourceStore store(client);
    store.sync();
    QSignalSpy loaded(&store, &models::ResourceStore::loaded);
    QTRY_COMPARE(loaded.size(), 1);
    models::FileWork work(client);
    ui::JobPage page(client, work, std::make_shared<engine::LogReaders>(), id(jobPath));
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(u"window.ini"_s), QSettings::IniFormat);
    ui::ExperimentPage experiment(client, store, settings, id(experimentPath));
    link.answers[u"resource.get"_s] = QJsonValue(cannedJob(u"succeeded"_s, {})); // to who asks from now on
    emit client.resourcesChanged(
        {1, {engine::ResourceSnapshot::fromDocument(cannedJob(u"succeeded"_s, {}))}, {id(jobPath + u"-gone"_s)}});
    QTRY_VERIFY(experiment.isSettled());
    QTRY_VERIFY(!page.findChild<QAbstractButton *>(u"stop"_s)->isEnabled());
    const auto *jobs = experiment.findChild<models::JobTableModel *>();
    QCOMPARE(jobs->rowCount(), 1);
    QCOMPARE(jobs->countOf(models::JobGroup::Succeeded), 1);
    page.show();
    QTRY_VERIFY(page.isSettled());
    QVERIFY(!page.findChild<QAbstractButton *>(u"stop"_s)->isEnabled());
}

BATCHDECK_TEST(QApplication, TstJobPage)
#include "tst_jobpage.moc"
