// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobnodewords.h"
#include "models/job/jobtablemodel.h"
#include "models/words.h"
#include "tests/gui/document/documentwindow.h"
#include "tests/support/testmain.h"
#include "ui/resource/joblist.h"
#include "ui/submit/submitpage.h"
#include "ui/widgets/list/celldelegate.h"
#include "ui/widgets/text/linklabel.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTableWidget>

using namespace Qt::StringLiterals;
using canned::DocumentWindow;

/// Groups and workspaces: their names, tags and deletion.
class TstScopePage final : public QObject
{
    Q_OBJECT

private slots:
    void checksNameWhileTyped();
    void confirmsDeletion_data();
    void confirmsDeletion();
    void returnClicksTheFocusedButton_data();
    void returnClicksTheFocusedButton();
    void savesTags();
    void countsLeadToTheirJobs_data();
    void countsLeadToTheirJobs();
    void listGoesWithItsExperiment();
    void listTakesNoAnswerOfWhatIsGone();
    void showsStatesWhole();
    void scrollBarCoversNoRow();
    void emptyPlaceHasAButton();
    void opensTheLogOfARow();
    void rowsHaveTheMenuOfTheWindow_data();
    void rowsHaveTheMenuOfTheWindow();
    void menuKeyOpensAtTheSelectedRow();
    void menuBelowTheRowsIsOfThePage();
    void columnsStayAsChosen_data();
    void columnsStayAsChosen();

private:
    static QTableView *nodesOf(const ui::Page &cluster);
};

void TstScopePage::checksNameWhileTyped()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision"_s, {});
    w.trigger(u"Ctrl+Alt+E"_s);
    auto *dialog = w.window->findChild<QDialog *>(u"nameDialog"_s);
    QVERIFY(dialog);
    auto *name = dialog->findChild<QLineEdit *>(u"name"_s);
    auto *create = dialog->findChild<QPushButton *>(u"create"_s);
    const auto *verdict = dialog->findChild<QLabel *>(u"verdict"_s);
    QVERIFY(!create->isEnabled());
    for (const auto &[typed, isRight] : {std::pair(u"a b"_s, false),
                                         {u"resnet"_s, false},
                                         {u"RESNET"_s, false},
                                         {QString(65, u'x'), false},
                                         {u"detr_2"_s, true}}) {
        name->clear();
        QTest::keyClicks(name, typed);
        QCOMPARE(create->isEnabled(), isRight);
        QVERIFY(!verdict->text().isEmpty());
    }
    w.link.answers[u"resource.create"_s] = QJsonValue(QJsonObject());
    create->click();
    QTRY_VERIFY(w.link.lastCall(u"resource.create"_s).value(u"id"_s).toString().endsWith(u"/experiments/detr_2"_s));
}

void TstScopePage::confirmsDeletion_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("terminates");
    QTest::newRow("group") << u"lab"_s << u"1 workspace: vision"_s << false;
    QTest::newRow("experiment") << u"lab/vision/resnet"_s << u"The records of 3 jobs"_s << false;
    QTest::newRow("job") << u"lab/vision/resnet/run-1"_s << u"Its record, its logs here"_s << false;
    QTest::newRow("cluster") << u"lab/vision/clusters/desk"_s << u"2 jobs on it are not done"_s << true;
    QTest::newRow("file server") << u"lab/vision/fileServers/nas-1"_s << u"stay on the machine"_s << false;
}

void TstScopePage::confirmsDeletion()
{
    QFETCH(QString, place);
    QFETCH(QString, words);
    QFETCH(bool, terminates);
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(place, {});
    w.trigger(u"Ctrl+Del"_s);
    auto *dialog = w.window->findChild<QDialog *>(u"deletion"_s);
    QVERIFY(dialog);
    QStringList said;
    for (const QLabel *label : dialog->findChildren<QLabel *>())
        said.append(label->text());
    QVERIFY2(said.join(u'\n').contains(words), qPrintable(said.join(u'\n')));
    QVERIFY(dialog->findChild<QPushButton *>(u"cancel"_s)->isDefault());
    const QString method = place.contains(u"/run-"_s) ? u"job.delete"_s : u"resource.delete"_s;
    QVERIFY(!w.link.wasCalled(method));
    w.link.answers[method] = QJsonValue(QJsonObject());
    dialog->findChild<QPushButton *>(u"sure"_s)->click();
    QTRY_VERIFY(w.link.wasCalled(method));
    QCOMPARE(w.link.lastCall(method).value(u"terminate"_s).toBool(), terminates);
}

void TstScopePage::returnClicksTheFocusedButton_data()
{
    QTest::addColumn<bool>("moves");
    QTest::newRow("as it opens") << false;
    QTest::newRow("moved by Tab") << true;
}

// Of the question before a deletion: Cancel as it opens.
void TstScopePage::returnClicksTheFocusedButton()
{
    QFETCH(bool, moves);
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet/run-1"_s, {});
    w.link.answers[u"job.delete"_s] = QJsonValue(QJsonObject());
    w.trigger(u"Ctrl+Del"_s);
    const QPointer<QDialog> dialog = w.window->findChild<QDialog *>(u"deletion"_s);
    QVERIFY(dialog && QTest::qWaitForWindowActive(dialog));
    QTRY_COMPARE(QApplication::focusWidget(), dialog->findChild<QPushButton *>(u"cancel"_s));
    const auto *sure = dialog->findChild<QPushButton *>(u"sure"_s);
    for (int step = 0; moves && step < 10 && !sure->hasFocus(); ++step)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QCOMPARE(sure->hasFocus(), moves);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    w.layOut();
    QVERIFY(!dialog || !dialog->isVisible());
    QCOMPARE(w.link.wasCalled(u"job.delete"_s), moves);
}

void TstScopePage::savesTags()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision"_s, u"tags"_s);
    w.layOut();
    auto *table = w.find<QTableWidget>("tags");
    QVERIFY(table && table->isVisible());
    auto *save = w.find<QPushButton>("saveTags");
    QVERIFY(!save->isEnabled());
    table->item(0, 0)->setText(u"team"_s);
    table->item(0, 1)->setText(u"vision"_s);
    QVERIFY(save->isEnabled());
    w.link.answers[u"resource.update"_s] = QJsonValue(QJsonObject());
    save->click();
    QTRY_VERIFY(!save->isEnabled());
    QCOMPARE(w.link.lastCall(u"resource.update"_s).value(u"document"_s).toObject(),
             (QJsonObject{{u"tags"_s, QJsonObject{{u"team"_s, u"vision"_s}}}}));
}

void TstScopePage::countsLeadToTheirJobs_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("at");
    QTest::addRow("cell clicked") << u"cell"_s << u"lab/vision/resnet"_s;
    QTest::addRow("cell by Return") << u"return"_s << u"lab/vision/resnet"_s;
    QTest::addRow("fact of the page") << u"fact"_s << u"lab/vision"_s;
    QTest::addRow("fact by Return") << u"fact by return"_s << u"lab/vision"_s;
}

// Of an experiment of which the window has 3 jobs: the engine counts.
void TstScopePage::countsLeadToTheirJobs()
{
    QFETCH(QString, from);
    QFETCH(QString, at);
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision"_s, {});
    const QJsonObject extension{{u"jobCount"_s, 300}, {u"queuedJobs"_s, 250}, {u"runningJobs"_s, 40}};
    emit w.link.changed(canned::delta(
        2, {canned::document(canned::experimentId(), {{u"x-batchdeck"_s, extension}}), canned::job(1, u"failed"_s)}));
    w.layOut();
    auto *table = w.page()->findChild<QTableView *>();
    QModelIndex name;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        if (table->model()->index(row, 0).data().toString() == u"resnet"_s)
            name = table->model()->index(row, 0);
    }
    QStringList counts;
    for (int column = 2; column < 5; ++column)
        counts.append(name.siblingAtColumn(column).data().toString());
    QCOMPARE(counts, (QStringList{u"300"_s, u"40"_s, u"250"_s}));
    const QModelIndex running = name.siblingAtColumn(3);
    ui::LinkLabel *fact = nullptr;
    for (auto *label : w.page()->findChildren<ui::LinkLabel *>()) {
        if (label->text().contains(u"40 running"_s))
            fact = label;
    }
    QVERIFY(fact && fact->isVisible());
    if (from == u"cell") {
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(running).center());
    } else if (from == u"return") {
        table->setCurrentIndex(running);
        QTest::keyClick(table, Qt::Key_Return);
    } else if (from == u"fact") {
        QTest::mouseClick(fact, Qt::LeftButton, {}, fact->rect().center());
    } else {
        fact->setFocus(Qt::TabFocusReason);
        QTest::keyClick(fact, Qt::Key_Return);
    }
    w.layOut();
    QCOMPARE(w.page()->resource().shortText().remove(u' '), at);
    const auto *list = w.page()->findChild<ui::JobList *>();
    QVERIFY(list && list->isVisible());
    QVERIFY(at == u"lab/vision/resnet"
            || w.page()->findChild<QStackedWidget *>({}, Qt::FindDirectChildrenOnly)->currentWidget() == list);
    auto *rows = list->findChild<QTableView *>();
    const QAbstractItemModel *jobs = rows->model();
    QStringList states;
    for (int row = 0; row < jobs->rowCount(); ++row)
        states.append(jobs->index(row, models::JobTableModel::State).data().toString());
    QCOMPARE(states, QStringList{u"running"_s});
    const QModelIndex job = jobs->index(0, models::JobTableModel::Name);
    QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualRect(job).center());
    QVERIFY(w.page()->resource().kind() == engine::ResourceKind::Job);
}

// Of its jobs the window has three, and only the list the older one. What is told of other things costs it nothing.
void TstScopePage::listGoesWithItsExperiment()
{
    DocumentWindow w;
    w.link.answers[u"job.list"_s] = QJsonValue(QJsonArray{canned::job(90, u"failed"_s)});
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision"_s, u"jobs"_s);
    w.layOut();
    const auto *list = w.page()->findChild<ui::JobList *>();
    QVERIFY(list && list->isVisible());
    QTRY_VERIFY(list->isComplete());
    QCOMPARE(list->countOf(models::JobGroup::All), 4);
    QSignalSpy counted(list, &ui::JobList::counted);
    emit w.link.changed(canned::delta(2, {canned::machine(u"offline"_s)}));
    QCOMPARE(counted.size(), 0);
    emit w.link.changed(canned::delta(3, {canned::job(1, u"failed"_s)}));
    QCOMPARE(counted.size(), 1);
    emit w.link.changed(canned::delta(4, {}, {canned::experimentId().toString()}));
    QCOMPARE(list->countOf(models::JobGroup::All), 0);
    w.layOut();
    auto *submit = w.button(u"Submit job"_s);
    QVERIFY(submit);
    submit->click();
    QTRY_VERIFY(w.as<ui::SubmitPage>());
}

void TstScopePage::listTakesNoAnswerOfWhatIsGone()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.link.hold(u"job.list"_s);
    w.window->openText(u"lab/vision"_s, u"jobs"_s);
    const auto *list = w.page()->findChild<ui::JobList *>();
    QVERIFY(list);
    QCOMPARE(list->countOf(models::JobGroup::All), 3);
    emit w.link.changed(canned::delta(2, {}, {canned::experimentId().toString()}));
    w.link.release(u"job.list"_s, QJsonValue(QJsonArray{canned::job(90, u"failed"_s)}));
    QTRY_VERIFY(list->isComplete());
    QCOMPARE(list->countOf(models::JobGroup::All), 0);
}

// Each word of a state, also of one that may come later.
void TstScopePage::showsStatesWhole()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet"_s, {});
    w.layOut();
    const auto *jobs = w.page()->findChild<ui::JobList *>()->findChild<QTableView *>();
    const QStringList texts = models::stateTexts();
    QVERIFY(texts.contains(u"last seen collecting"_s) && texts.contains(u"queued"_s));
    for (const QString &text : texts)
        QVERIFY2(jobs->columnWidth(models::JobTableModel::State)
                     >= ui::CellDelegate::widthWithMark(text, jobs->fontMetrics()),
                 qPrintable(text));

    w.window->openText(u"lab/vision/clusters/desk"_s, {});
    w.layOut();
    const QTableView *nodes = nodesOf(*w.page());
    QVERIFY(nodes);
    for (const int column : {1, 2})
        QVERIFY(nodes->columnWidth(column) >= ui::CellDelegate::widthWithMark(
                    models::word(engine::LinkState::NeedsAttention), nodes->fontMetrics()));
}

void TstScopePage::scrollBarCoversNoRow()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->resize(w.window->minimumSize());
    w.window->openText(u"lab/vision/clusters/desk"_s, {});
    w.layOut();
    QTableView *nodes = nodesOf(*w.page());
    QVERIFY(nodes && nodes->model()->rowCount() == 1);
    const auto isWhole = [nodes] {
        return nodes->visualRect(nodes->model()->index(0, 0)).bottom() < nodes->viewport()->height();
    };
    nodes->setColumnWidth(0, 2 * nodes->width());
    QTRY_VERIFY(nodes->horizontalScrollBar()->isVisible());
    QTRY_VERIFY(isWhole());
    nodes->setColumnWidth(0, 60);
    nodes->setColumnWidth(4, 60);
    QTRY_VERIFY(!nodes->horizontalScrollBar()->isVisible());
    QTRY_VERIFY(isWhole());
}

QTableView *TstScopePage::nodesOf(const ui::Page &cluster)
{
    for (auto *table : cluster.findChildren<QTableView *>()) {
        if (table->accessibleName().startsWith(u"Nodes of"))
            return table;
    }
    return nullptr;
}

void TstScopePage::emptyPlaceHasAButton()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    const auto id = canned::experimentId().parent().parent().child(engine::ResourceKind::Workspace, u"new"_s);
    emit w.link.changed(canned::delta(2, {canned::document(id)}));
    w.window->openText(u"lab/new"_s, {});
    w.layOut();
    QVERIFY2(w.button(u"Open document…"_s), qPrintable(w.words()));
}

void TstScopePage::opensTheLogOfARow()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet"_s, {});
    w.layOut();
    auto *table = w.page()->findChild<QTableView *>();
    table->setFocus();
    table->selectRow(0);
    const QList<QAction *> actions = w.window->actions();
    const auto log = std::find_if(actions.cbegin(), actions.cend(),
                                  [](const QAction *action) { return action->text().remove(u'&') == u"Open log"; });
    QVERIFY(log != actions.cend() && (*log)->isEnabled());
    (*log)->trigger();
    QCOMPARE(qobject_cast<ui::Page *>(w.page())->currentTab(), u"logs"_s);
}

void TstScopePage::rowsHaveTheMenuOfTheWindow_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<bool>("byKey");
    QTest::addColumn<int>("rows");
    QTest::addColumn<QString>("verbs");
    QTest::addColumn<QString>("deletes");
    const QString ofJobs = u"Open log|Stop|Rerun|Clone|Copy name|Export…|Delete…"_s;
    const QString experiment = u"lab/vision/resnet"_s;
    QTest::newRow("one job") << experiment << false << 1 << ofJobs << u"the job run-"_s;
    QTest::newRow("one job by key") << experiment << true << 1 << ofJobs << u"the job run-"_s;
    QTest::newRow("several jobs") << experiment << false << 3 << ofJobs << u"3 jobs"_s;
    QTest::newRow("several jobs by key") << experiment << true << 3 << ofJobs << u"3 jobs"_s;
    QTest::newRow("what a workspace holds")
        << u"lab/vision"_s << false << 1 << u"Copy name|Export…|Delete…"_s << u"the cluster desk"_s;
    QTest::newRow("node") << u"lab/vision/clusters/desk"_s << false << 1 << u"Copy name|Remove…"_s << QString();
    QTest::newRow("nothing selected") << experiment << true << 0 << u"Submit job|Copy name|Export…|Delete…"_s
                                      << u"the experiment resnet"_s;
}

void TstScopePage::rowsHaveTheMenuOfTheWindow()
{
    QFETCH(QString, place);
    QFETCH(bool, byKey);
    QFETCH(int, rows);
    QFETCH(QString, verbs);
    QFETCH(QString, deletes);
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(place, {});
    w.layOut();
    auto *table = w.page()->findChild<QTableView *>();
    QVERIFY(table && table->model()->rowCount() >= rows);
    table->setFocus();
    if (rows > 0)
        table->selectionModel()->select({table->model()->index(0, 0), table->model()->index(rows - 1, 0)},
                                        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    const QPoint where = table->visualRect(table->model()->index(0, 1)).center();
    if (!byKey)
        QTest::mouseClick(table->viewport(), Qt::RightButton, {}, where); // keeps what is selected
    QContextMenuEvent asked(byKey ? QContextMenuEvent::Keyboard : QContextMenuEvent::Mouse, where,
                            table->viewport()->mapToGlobal(where));
    QApplication::sendEvent(byKey ? table : table->viewport(), &asked);
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QStringList offered;
    for (const QAction *action : menu->actions()) {
        if (action->isSeparator())
            continue;
        QVERIFY2(w.window->actions().contains(action), qPrintable(action->text()));
        offered.append(action->text().remove(u'&'));
    }
    QCOMPARE(offered.join(u'|'), verbs);
    if (!deletes.isEmpty()) {
        menu->actions().constLast()->trigger();
        const auto *dialog = w.window->findChild<QDialog *>(u"deletion"_s);
        QVERIFY(dialog);
        const QString question = dialog->findChild<QLabel *>(u"question"_s)->text();
        QVERIFY2(question.contains(deletes), qPrintable(question));
    }
    menu->close();
}

void TstScopePage::menuKeyOpensAtTheSelectedRow()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet"_s, {});
    w.layOut();
    auto *table = w.page()->findChild<QTableView *>();
    table->setFocus();
    table->selectRow(1);
    const QPoint elsewhere(-400, -400); // where Qt believes the cursor of the list to be
    QContextMenuEvent asked(QContextMenuEvent::Keyboard, elsewhere, table->mapToGlobal(elsewhere));
    QSignalSpy menus(table, &QWidget::customContextMenuRequested);
    QApplication::sendEvent(table, &asked);
    QCOMPARE(menus.size(), 1);
    QCOMPARE(table->indexAt(menus.constFirst().constFirst().toPoint()).row(), 1);
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    QVERIFY(menu);
    menu->close();
}

// It acts on the experiment, so no row may stay selected.
void TstScopePage::menuBelowTheRowsIsOfThePage()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet"_s, {});
    w.layOut();
    auto *table = w.page()->findChild<QTableView *>();
    table->setFocus();
    table->selectRow(0);
    const QPoint where(8, table->viewport()->height() - 2);
    QVERIFY(!table->indexAt(where).isValid());
    QContextMenuEvent asked(QContextMenuEvent::Mouse, where, table->viewport()->mapToGlobal(where));
    QApplication::sendEvent(table->viewport(), &asked);
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QCOMPARE(menu->actions().constFirst()->text().remove(u'&'), u"Submit job"_s);
    QVERIFY(!table->selectionModel()->hasSelection());
    menu->close();
}

void TstScopePage::columnsStayAsChosen_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("column");
    QTest::newRow("jobs of an experiment") << u"lab/vision/resnet"_s << u"Exit code"_s;
    QTest::newRow("what a workspace holds") << u"lab/vision"_s << u"Kind"_s;
    QTest::newRow("nodes of a cluster") << u"lab/vision/clusters/desk"_s << u"As of"_s;
}

void TstScopePage::columnsStayAsChosen()
{
    QFETCH(QString, place);
    QFETCH(QString, column);
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(place, {});
    w.layOut();
    const auto shown = [&w] {
        QStringList titles;
        const auto *table = w.page()->findChild<QTableView *>();
        for (int i = 0; i < table->model()->columnCount(); ++i) {
            if (!table->isColumnHidden(i))
                titles.append(table->model()->headerData(i, Qt::Horizontal).toString());
        }
        return titles;
    };
    QStringList titles = shown();
    emit w.page()->findChild<QTableView *>()->horizontalHeader()->customContextMenuRequested({8, 8});
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QStringList offered;
    for (QAction *action : menu->actions()) {
        offered.append(action->text());
        if (action->text() == column)
            action->trigger();
    }
    menu->close();
    QCOMPARE(offered, titles.mid(1)); // the first always stays
    QCOMPARE(titles.removeAll(column), 1);
    QCOMPARE(shown(), titles);
    w.window->openText(u"lab"_s, {});
    w.layOut();
    w.window->openText(place, {});
    w.layOut();
    QCOMPARE(shown(), titles);
}

BATCHDECK_TEST(QApplication, TstScopePage)
#include "tst_scopepage.moc"
