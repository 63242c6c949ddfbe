// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/logreaders.h"
#include "models/storage/filework.h"
#include "tests/gui/job/cannedgang.h"
#include "tests/gui/machine/machinewindow.h"
#include "tests/support/testmain.h"
#include "ui/job/chart/nodecharts.h"
#include "ui/job/chart/utilisationstrip.h"
#include "ui/job/files/fetchpanel.h"
#include "ui/job/files/filestab.h"
#include "ui/job/jobpage.h"
#include "ui/job/nodepanel.h"
#include "ui/log/panel/logpanel.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/pane/filetable.h"
#include "ui/submit/form/rowseditor.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pageheader.h"

#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace {

/// The page of one job, whose logs and samples lie in a folder of the test.
struct GangPage
{
    explicit GangPage(const QString &folder) : m_folder(folder) { link.fallback = QJsonValue(QJsonArray()); }

    void open(const QJsonObject &document, const QString &tab = u"logs"_s)
    {
        link.answers[u"resource.get"_s] = QJsonValue(document);
        page = std::make_unique<ui::JobPage>(client, work, std::make_shared<engine::LogReaders>(),
                                             *engine::ResourceId::parse(document[u"id"_s].toString()));
        page->resize(1100, 700);
        if (!tab.isEmpty())
            page->showTab(tab);
        page->show();
        QTRY_VERIFY(page->isSettled());
    }
    void tell(const QJsonObject &document) { emit link.changed(canned::delta(++m_revision, {document})); }
    void write(const QString &name, const QByteArray &text) const
    {
        const QFileInfo place(m_folder + u'/' + name);
        QDir().mkpath(place.path());
        QFile file(place.filePath());
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append));
        file.write(text);
    }
    [[nodiscard]] ui::LogPanel *logs() const { return page->findChild<ui::LogPanel *>(); }
    [[nodiscard]] ui::NodePanel *panel() const { return page->findChild<ui::NodePanel *>(); }
    [[nodiscard]] QTableView *list() const { return page->findChild<QTableView *>(u"nodePanel"_s); }
    [[nodiscard]] QString shown() const { return logs()->shownFile().node + u'/' + logs()->shownFile().name; }
    void choose(int row) const
    {
        list()->setFocus();
        list()->setCurrentIndex(list()->model()->index(row, 0));
    }

    canned::CannedLink link;
    engine::EngineClient client{link};
    models::FileWork work{client};
    std::unique_ptr<ui::JobPage> page;

private:
    QString m_folder;
    int m_revision = 0;
};

QJsonObject laterBy(int seconds, const QJsonObject &document)
{
    QJsonObject extension = engine::extensionOf(document);
    QJsonArray nodes;
    for (const QJsonValue &value : extension[u"nodes"_s].toArray()) {
        QJsonObject node = value.toObject();
        const QDateTime asOf = QDateTime::fromString(node[u"asOf"_s].toString(), Qt::ISODateWithMs);
        node[u"asOf"_s] = asOf.addSecs(seconds).toString(Qt::ISODateWithMs);
        nodes.append(node);
    }
    extension[u"nodes"_s] = nodes;
    return engine::withExtension(document, extension);
}

QJsonObject outputFolder(const QString &directory, const QString &node, const QString &path,
                         const QString &sharedWith = {})
{
    QJsonObject json{{u"directory"_s, directory}, {u"node"_s, node}, {u"place"_s, node}, {u"path"_s, path}};
    if (!sharedWith.isEmpty())
        json[u"sharedWith"_s] = sharedWith;
    return json;
}

QJsonArray storageEntry(const QString &name, qint64 size)
{
    engine::StorageEntry entry;
    entry.name = name;
    entry.size = size;
    entry.modifiedMs = 1'795'000'000'000;
    entry.mode = 0644;
    entry.owner = u"ada"_s;
    return entry.toJson();
}

QJsonValue listing(const QJsonArray &entries)
{
    return QJsonObject{{u"entries"_s, entries}};
}

QString wordsOf(const QWidget *part)
{
    QStringList words;
    for (const QLabel *label : part->findChildren<QLabel *>())
        words.append(label->text());
    return words.join(u'\n');
}

} // namespace

/// A job that runs on several nodes.
class TstJobNodes final : public QObject
{
    Q_OBJECT

private slots:
    void showsNoNodesOfAJobOnOne();
    void choosesWhoseLogsAreShown();
    void keepsTheChoiceWhileDocumentsChange();
    void choosesTheLogOfWhatFailedFirst_data();
    void choosesTheLogOfWhatFailedFirst();
    void leavesAChoiceAlone();
    void staysWithTheLogThatIsShown();
    void saysWhyAndWhatCanBeDone();
    void showsNoCodes();
    void drawsOneNodeOrAll();
    void listsFilesOfOneNodeOrAll();
    void keepsRulesTypedWhileItSaves();
    void sortsAndFiltersAHundred();
    void pictures_data();
    void pictures();

private:
    QTemporaryDir m_folder;
};

void TstJobNodes::showsNoNodesOfAJobOnOne()
{
    GangPage p(m_folder.path());
    p.open(canned::runningGang(1, m_folder.path()));
    QVERIFY(!p.panel()->isVisible());
    const auto *tabs = p.page->findChild<ui::PageHeader *>()->findChild<QTabBar *>();
    QVERIFY(!tabs->isTabVisible(1));
    QCOMPARE(p.shown(), u"a000/stdout-0.txt"_s);
    p.tell(canned::runningGang(2, m_folder.path())); // a further attempt, on more nodes
    QTRY_VERIFY(p.panel()->isVisible());
    QVERIFY(tabs->isTabVisible(1));
}

void TstJobNodes::choosesWhoseLogsAreShown()
{
    GangPage p(m_folder.path());
    p.open(canned::runningGang(3, m_folder.path()));
    QVERIFY(p.panel()->isVisible());
    QCOMPARE(p.panel()->chosen(), QString());
    auto *all = p.page->findChild<QComboBox *>(u"logList"_s);
    QVERIFY(all->isVisible()); // nine files, and what three processes wrote merged
    QCOMPARE(all->count(), 10);
    QCOMPARE(all->itemText(0), u"stdout, rank 0 on a000"_s);
    QCOMPARE(all->itemText(8), u"Execution log on a002"_s);
    QCOMPARE(all->itemText(9), u"Merged"_s);
    all->setCurrentIndex(3);
    QCOMPARE(p.shown(), u"a001/stderr-1.txt"_s);

    p.list()->setFocus();
    QTest::keyClick(p.list(), Qt::Key_Down);
    QTest::keyClick(p.list(), Qt::Key_Down);
    QTest::keyClick(p.list(), Qt::Key_Down);
    QCOMPARE(p.panel()->chosen(), u"a002"_s);
    QCOMPARE(p.shown(), u"a002/stderr-2.txt"_s); // of the other node the like
    QVERIFY(!all->isVisible());
    QCOMPARE(p.logs()->findChild<QTabBar *>()->count(), 3);
    QCOMPARE(p.logs()->findChild<QTabBar *>()->tabText(0), u"stdout, rank 2"_s);
    QTest::keyClick(p.list(), Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(p.panel()->chosen(), QString());
    QCOMPARE(all->count(), 10);
    QTest::keyClicks(p.list(), u"a001"_s); // typing finds
    QCOMPARE(p.panel()->chosen(), u"a001"_s);
}

void TstJobNodes::keepsTheChoiceWhileDocumentsChange()
{
    GangPage p(m_folder.path());
    QJsonObject document = canned::runningGang(100, m_folder.path());
    p.open(document);
    p.choose(p.list()->model()->rowCount() - 1);
    QCOMPARE(p.panel()->chosen(), u"a099"_s);
    p.logs()->findChild<QTabBar *>()->setCurrentIndex(2);
    QCOMPARE(p.shown(), u"a099/execution-a099.log"_s);
    const int place = p.list()->verticalHeader()->offset();
    for (int i = 1; i <= 20; ++i)
        p.tell(laterBy(i, document));
    QCOMPARE(p.panel()->chosen(), u"a099"_s);
    QCOMPARE(p.list()->currentIndex().row(), 100);
    QCOMPARE(p.list()->verticalHeader()->offset(), place);
    QCOMPARE(p.shown(), u"a099/execution-a099.log"_s);
    p.tell(canned::runningGang(3, m_folder.path())); // repeated, on fewer
    QTRY_COMPARE(p.panel()->chosen(), QString());
    QCOMPARE(p.list()->currentIndex().row(), 0);
}

void TstJobNodes::choosesTheLogOfWhatFailedFirst_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QByteArray>("errors");
    QTest::addColumn<QString>("file");
    const QByteArray some = "Traceback\n";
    QTest::newRow("its errors") << u"JobFailed"_s << some << u"a05/stderr-1.txt"_s;
    QTest::newRow("its output, without errors") << u"JobFailed"_s << QByteArray() << u"a05/stdout-1.txt"_s;
    QTest::newRow("what came before it") << u"MountFailed"_s << some << u"a05/execution-a05.log"_s;
}

void TstJobNodes::choosesTheLogOfWhatFailedFirst()
{
    QFETCH(QString, code);
    QFETCH(QByteArray, errors);
    QTemporaryDir folder;
    GangPage p(folder.path());
    p.write(u"a05/stdout-1.txt"_s, "epoch 1\n");
    p.write(u"a05/stderr-1.txt"_s, errors);
    QJsonObject document = canned::failedGang(canned::pyTorch, folder.path());
    QJsonObject properties = document[u"properties"_s].toObject();
    QJsonObject execution = properties[u"executionInfo"_s].toObject();
    execution[u"errors"_s] = QJsonArray{QJsonObject{{u"code"_s, code}}};
    properties[u"executionInfo"_s] = execution;
    document[u"properties"_s] = properties;
    p.open(document);
    QCOMPARE(p.panel()->chosen(), u"a05"_s);
    QTEST(p.shown(), "file");
    p.choose(0);
    p.tell(laterBy(1, document));
    QCOMPARE(p.panel()->chosen(), QString()); // it does not insist
}

void TstJobNodes::leavesAChoiceAlone()
{
    GangPage p(m_folder.path());
    const QJsonObject failed = canned::failedGang(canned::pyTorch, m_folder.path());
    p.open(canned::gang(u"running"_s, engine::extensionOf(failed)[u"nodes"_s].toArray(), canned::pyTorch,
                        m_folder.path()));
    p.choose(3);
    QCOMPARE(p.panel()->chosen(), u"a12"_s);
    p.tell(failed);
    QTRY_COMPARE(p.page->findChild<ui::Banner *>(u"cause"_s)->text().left(6), u"Rank 1"_s);
    QCOMPARE(p.panel()->chosen(), u"a12"_s);
}

void TstJobNodes::staysWithTheLogThatIsShown()
{
    QTemporaryDir folder;
    GangPage p(folder.path());
    p.write(u"a03/stdout-0.txt"_s, "epoch 1\n");
    p.write(u"a05/stderr-1.txt"_s,
            "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nValueError: no\n");
    const QJsonObject failed = canned::failedGang(canned::pyTorch, folder.path());
    const QJsonArray nodes = engine::extensionOf(failed)[u"nodes"_s].toArray();
    p.open(canned::gang(u"running"_s, nodes, canned::pyTorch, folder.path()));
    QCOMPARE(p.shown(), u"a03/stdout-0.txt"_s); // the first, which nobody has chosen
    p.tell(failed);
    QTRY_COMPARE(p.page->findChild<ui::Banner *>(u"cause"_s)->text().left(6), u"Rank 1"_s);
    QCOMPARE(p.panel()->chosen(), QString());
    QCOMPARE(p.shown(), u"a03/stdout-0.txt"_s);
    auto *offer = p.logs()->findChild<QToolButton *>(u"firstFailure"_s);
    QTRY_VERIFY(offer->isVisible());
    offer->click();
    QCOMPARE(p.shown(), u"a05/stderr-1.txt"_s);
    p.choose(0);
    p.tell(canned::gang(u"running"_s, nodes, canned::pyTorch, folder.path() + u"/again"_s)); // other files
    QTRY_COMPARE(p.logs()->shownFile().spoolPath, QString(folder.path() + u"/again/a05/stderr-1.txt"_s));
}

void TstJobNodes::saysWhyAndWhatCanBeDone()
{
    QTemporaryDir folder;
    GangPage p(folder.path());
    p.write(u"a05/stderr-1.txt"_s, "one\n\x1b[31mtwo\x1b[0m\n\n 10%\r 20%\rRuntimeError: out of memory\n");
    p.open(canned::failedGang(canned::pyTorch, folder.path()), {});
    QCOMPARE(p.page->currentTab(), u"overview"_s);
    const auto *banner = p.page->findChild<ui::Banner *>(u"cause"_s);
    QCOMPARE(banner->text(), u"Rank 1 on a05 failed first (exit code 3). The job failed on a05."_s);
    const auto words = p.page->findChild<QWidget *>(u"lastWords"_s)->findChildren<QLabel *>();
    QVERIFY(words.at(0)->isVisible());
    QCOMPARE(words.at(0)->text(), u"Last words of stderr, rank 1 on a05"_s);
    QCOMPARE(words.at(1)->text(), u"one\ntwo\nRuntimeError: out of memory"_s);
    for (auto *button : banner->findChildren<QPushButton *>())
        button->click();
    QCOMPARE(p.page->currentTab(), u"logs"_s);
    QCOMPARE(p.shown(), u"a05/stderr-1.txt"_s);
}

void TstJobNodes::showsNoCodes()
{
    QTemporaryDir folder;
    GangPage p(folder.path());
    QJsonObject document = canned::failedGang(canned::pyTorch, folder.path());
    QJsonObject properties = document[u"properties"_s].toObject();
    QJsonObject execution = properties[u"executionInfo"_s].toObject();
    execution.remove(u"exitCode"_s);
    execution[u"errors"_s] = QJsonArray{QJsonObject{{u"code"_s, u"JobTerminatedByUser"_s}}};
    properties[u"executionInfo"_s] = execution;
    document[u"properties"_s] = properties;
    p.open(document, {});
    QVERIFY(p.page->findChild<ui::Banner *>(u"cause"_s)->isVisible());
    for (const auto *label : p.page->findChildren<QLabel *>())
        QVERIFY2(!label->text().contains(u"JobTerminatedByUser"_s), qPrintable(label->text()));
}

void TstJobNodes::drawsOneNodeOrAll()
{
    QTemporaryDir folder;
    GangPage p(folder.path());
    p.write(u"a000/samples"_s, "1000 10 100 1024 4096\n2000 60 200 2048 4096\n");
    p.write(u"a001/samples"_s,
            "1000 0 100 1024 4096 gpu 0 96 2048 8192 210 gpu 1 50 0 8192 20\n2000 20 200 2048 4096 gpu 0 90 2048 8192 "
            "210 gpu 1 40 0 8192 20\n");
    p.open(canned::runningGang(3, folder.path()), u"gpus"_s);
    const auto *charts = p.page->findChild<ui::NodeCharts *>();
    QVERIFY(charts->isVisible());
    QTRY_COMPARE(charts->lines().size(), 3);
    QTRY_COMPARE(charts->lines().at(1).value, u"65 %"_s); // of GPUs, as soon as there are any: the mean of both
    QCOMPARE(charts->lines().at(0).value, QString());
    QVERIFY(charts->hasGpus());
    for (auto *segment : charts->findChildren<QAbstractButton *>()) {
        if (segment->text() == u"CPU")
            segment->click();
    }
    QCOMPARE(charts->lines().at(0).value, u"50 %"_s);
    QCOMPARE(charts->lines().at(1).value, u"20 %"_s);
    QCOMPARE(charts->lines().at(2).points.size(), 0); // nothing came of it yet

    p.choose(2);
    QVERIFY(!charts->isVisible());
    p.page->showTab(u"logs"_s);
    const auto *strip = p.page->findChild<ui::UtilisationStrip *>();
    QTRY_COMPARE(strip->lines().size(), 4);
    QCOMPARE(strip->lines().at(0).value, u"90 %"_s);
    p.choose(0);
    QTRY_VERIFY(!strip->isVisible());
}

void TstJobNodes::listsFilesOfOneNodeOrAll()
{
    GangPage p(m_folder.path());
    p.link.answers[u"job.folders"_s] = QJsonValue(QJsonArray{
        outputFolder(u"stdouterr"_s, u"a000"_s, u"/logs"_s), outputFolder(u"stdouterr"_s, u"a001"_s, u"/other"_s),
        outputFolder(u"MODEL"_s, u"a000"_s, u"/model"_s), outputFolder(u"MODEL"_s, u"a001"_s, u"/model"_s, u"a000"_s)});
    p.link.answers[u"storage.list"_s] =
        listing({storageEntry(u"model.pt"_s, 3'000'000'000), storageEntry(u"part.csv"_s, 20)});
    QJsonObject document = canned::runningGang(2, m_folder.path());
    QJsonObject properties = document[u"properties"_s].toObject();
    properties[u"outputDirectories"_s] = QJsonArray{QJsonObject{{u"id"_s, u"MODEL"_s}}};
    document[u"properties"_s] = properties;
    p.open(document, u"files"_s);
    const auto *tab = p.page->findChild<ui::FilesTab *>();
    QTRY_COMPARE(tab->pane().model().rowCount(), 2);
    QCOMPARE(p.link.lastCall(u"storage.list"_s),
             (QJsonObject{{u"place"_s, u"a000"_s},
                          {u"path"_s, u"/logs"_s},
                          {u"limit"_s, p.link.lastCall(u"storage.list"_s)[u"limit"_s]}}));
    QVERIFY(wordsOf(tab).contains(u"on a000"_s));
    p.choose(2);
    QTRY_COMPARE(p.link.lastCall(u"storage.list"_s).value(u"path"_s).toString(), u"/other"_s);
    QVERIFY(wordsOf(tab).contains(u"on a001"_s));
    QTRY_VERIFY(p.page->isSettled());

    auto *follow = p.page->findChild<QPushButton *>(u"follow"_s);
    QVERIFY(!follow->isEnabled());
    auto *files = tab->pane().table();
    files->selectRow(0);
    QVERIFY(!follow->isEnabled()); // too big to be copied here
    QVERIFY(!follow->toolTip().isEmpty());
    files->selectRow(1);
    QVERIFY(follow->isEnabled());
    p.link.answers[u"job.follow"_s] =
        QJsonValue(QJsonObject{{u"spoolPath"_s, m_folder.filePath(u"a001/part.csv"_s)}, {u"exists"_s, true}});
    follow->click();
    QTRY_COMPARE(p.page->currentTab(), u"logs"_s);
    QCOMPARE(p.link.lastCall(u"job.follow"_s).value(u"node"_s).toString(), u"a001"_s);
    QCOMPARE(p.link.lastCall(u"job.follow"_s).value(u"file"_s).toString(), u"part.csv"_s);
    QCOMPARE(p.shown(), u"a001/part.csv"_s);
    p.tell(laterBy(1, document));
    QCOMPARE(p.shown(), u"a001/part.csv"_s);

    p.page->showTab(u"files"_s);
    p.page->findChild<QComboBox *>(u"directory"_s)->setCurrentText(u"MODEL"_s);
    QTRY_COMPARE(p.link.lastCall(u"storage.list"_s).value(u"place"_s).toString(), u"a001"_s);
    QVERIFY(wordsOf(tab).contains(u"the same on all nodes"_s));
}

void TstJobNodes::keepsRulesTypedWhileItSaves()
{
    canned::CannedLink link;
    engine::EngineClient client(link);
    ui::FetchPanel panel(client);
    QJsonObject document = canned::job(1, u"queued"_s);
    panel.setJob(engine::JobSnapshot::fromDocument(document));
    auto *rows = panel.findChild<ui::RowsEditor *>(u"fetchRules"_s);
    auto *save = panel.findChild<QPushButton *>(u"saveFetch"_s);
    rows->item(0, 0)->setText(u"*.pt"_s);
    rows->item(0, 2)->setText(u"~/results"_s);
    link.hold(u"job.setFetch"_s);
    QVERIFY(save->isEnabled());
    save->click();
    rows->item(0, 0)->setText(u"*.csv"_s);
    QVERIFY(!save->isEnabled());
    QJsonObject properties = document[u"properties"_s].toObject();
    QJsonObject extension = properties[u"x-batchdeck"_s].toObject();
    extension[u"fetch"_s] = link.lastCall(u"job.setFetch"_s)[u"rules"_s];
    properties[u"x-batchdeck"_s] = extension;
    document[u"properties"_s] = properties;
    link.release(u"job.setFetch"_s, QJsonValue(document));
    QTRY_VERIFY(save->isEnabled());
    QCOMPARE(rows->item(0, 0)->text(), u"*.csv"_s);
}

void TstJobNodes::sortsAndFiltersAHundred()
{
    GangPage p(m_folder.path());
    p.open(canned::runningGang(100, m_folder.path()), u"nodes"_s);
    auto *table = p.page->findChild<QTableView *>(u"nodes"_s);
    QCOMPARE(table->model()->rowCount(), 100);
    auto *filter = table->parentWidget()->parentWidget()->findChild<QLineEdit *>();
    QTest::keyClicks(filter, u"last seen"_s);
    QCOMPARE(table->model()->rowCount(), 10);
    filter->setText(u"a09"_s);
    QCOMPARE(table->model()->rowCount(), 10);
    table->sortByColumn(models::JobNodesModel::Name, Qt::DescendingOrder);
    QCOMPARE(table->model()->index(0, 0).data().toString(), u"a099"_s);
    emit table->activated(table->model()->index(0, 0));
    QCOMPARE(p.page->currentTab(), u"logs"_s);
    QCOMPARE(p.panel()->chosen(), u"a099"_s);
    QCOMPARE(p.shown(), u"a099/stdout-99.txt"_s);
}

void TstJobNodes::pictures_data()
{
    QTest::addColumn<int>("nodes"); // 0: three, of which one failed
    QTest::addColumn<QString>("tab");
    QTest::addColumn<QSize>("size");
    const QSize small(1024, 640); // smaller a window cannot be made
    const QSize big(1440, 900);
    for (const int nodes : {1, 3, 100}) {
        for (const char *tab : {"overview", "nodes", "logs", "gpus", "files"}) {
            if (nodes > 1 || qstrcmp(tab, "logs") == 0)
                QTest::addRow("%s-%d", tab, nodes) << nodes << QString::fromLatin1(tab) << big;
        }
    }
    for (const char *tab : {"overview", "nodes", "logs"})
        QTest::addRow("%s-failed", tab) << 0 << QString::fromLatin1(tab) << big;
    for (const char *tab : {"nodes", "logs", "gpus", "files"})
        QTest::addRow("%s-100-small", tab) << 100 << QString::fromLatin1(tab) << small;
    for (const char *tab : {"overview", "logs"})
        QTest::addRow("%s-failed-small", tab) << 0 << QString::fromLatin1(tab) << small;
}

// Both looks; nothing is cut off and nothing that is worked with lacks a name. The pictures are left to be looked at.
void TstJobNodes::pictures()
{
    QFETCH(int, nodes);
    QFETCH(QString, tab);
    QFETCH(QSize, size);
    QTemporaryDir folder;
    const GangPage writer(folder.path());
    const QJsonObject document =
        nodes == 0 ? canned::failedGang(canned::pyTorch, folder.path()) : canned::runningGang(nodes, folder.path());
    const auto job = engine::JobSnapshot::fromDocument(document);
    for (const engine::LogFileSnapshot &log : job.logs) {
        QByteArray text;
        for (int line = 1; line <= 40; ++line)
            text += "2026-11-20 14:02:10 INFO  step " + QByteArray::number(100 * line) + "  loss 0.4213  on "
                + log.node.toUtf8() + "\n";
        if (log.name == u"stderr-1.txt")
            text += "Traceback (most recent call last):\n  File \"train.py\", line 88, in <module>\n"
                    "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB\n";
        writer.write(log.node + u'/' + log.name, text);
    }
    for (qsizetype i = 0; i < job.nodeRuns.size(); ++i) {
        QByteArray samples;
        for (int second = 0; second < 60; ++second)
            samples += QByteArray::number(1'000'000'000'000 + 1000 * second) + ' '
                + QByteArray::number(second * (40 + (i * 7) % 60)) + ' ' + QByteArray::number(second * 100) + ' '
                + QByteArray::number(1000 + 10 * second + 20 * i) + " 4096\n";
        if (!job.nodeRuns.at(i).samplesPath.isEmpty() && i % 10 != 2)
            writer.write(job.nodeRuns.at(i).name + u"/samples"_s, samples);
    }
    QJsonArray folders;
    for (const engine::JobNode &node : job.nodeRuns)
        folders.append(outputFolder(u"stdouterr"_s, node.name, u"/out/"_s + node.name));
    for (const auto look : {ui::LookChoice::Light, ui::LookChoice::Dark}) {
        QJsonArray resources = canned::world(3);
        resources.append(document);
        canned::MachineWindow w(resources, look);
        w.link.answers[u"resource.get"_s] = QJsonValue(document);
        w.link.answers[u"job.events"_s] = QJsonValue(QJsonArray());
        w.link.answers[u"job.folders"_s] = QJsonValue(folders);
        w.link.answers[u"storage.list"_s] =
            listing({storageEntry(u"execution.log"_s, 812), storageEntry(u"stdout-0.txt"_s, 20'480)});
        w.window->resize(size);
        QTRY_VERIFY(w.isReady());
        w.window->openText(u"lab/vision/resnet/run-7"_s, tab);
        QTRY_VERIFY(w.page()->isSettled());
        if (tab == u"files")
            QTRY_VERIFY(w.page()->findChild<ui::FilesTab *>()->pane().model().rowCount() > 0);
        w.layOut();
        QCOMPARE(w.cutOff(), QStringList());
        QCOMPARE(w.nameless(), QStringList());
        w.picture(u"job-%1"_s.arg(QString::fromLatin1(QTest::currentDataTag())));
    }
}

BATCHDECK_TEST(QApplication, TstJobNodes)
#include "tst_jobnodes.moc"
