// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/fields.h"
#include "tests/gui/document/documentwindow.h"
#include "tests/support/testmain.h"
#include "ui/submit/checkpanel.h"
#include "ui/submit/submitpage.h"
#include "ui/widgets/list/marklist.h"

#include <QApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>

using namespace Qt::StringLiterals;
using canned::DocumentWindow;
using engine::DoctorFinding;

/// "Check" on the page of a new job.
class TstCheckPanel final : public QObject
{
    Q_OBJECT

private slots:
    void showsWhatIsInTheWay();
    void endsWhenTheJobChanges();
    void canBeCancelled();
    void isNotForBrokenDocuments();
    void saysWhyItFailed();
    void pictures_data();
    void pictures();

private:
    static QJsonValue answer();
    static void open(DocumentWindow &w);
};

QJsonValue TstCheckPanel::answer()
{
    using State = DoctorFinding::State;
    const DoctorFinding ok{u"script"_s, State::Ok, {"%1 is there.", {u"/srv/code/mnist_replica.py"_s}}, {}};
    const DoctorFinding starts{
        u"interpreter"_s, State::Ok, {"%1 starts: %2", {u"/usr/bin/python3"_s, u"Python 3.11.2"_s}}, {}};
    const DoctorFinding missing{u"modules"_s,
                                State::Failed,
                                {"%1 does not find these modules: %2", {u"/usr/bin/python3"_s, u"tensorflow"_s}},
                                {"Install them for this interpreter, or let job preparation do it."}};
    const DoctorFinding disk{u"disk"_s,
                             State::Warning,
                             {"Only %2 of %3 are free on %1.", {u"/home"_s, u"812 MB"_s, u"40 GB"_s}},
                             {"Delete old jobs or other files there, or write elsewhere."}};
    const DoctorFinding ports{u"ports"_s, State::Ok, {"The ports are free: %1", {u"2222 2223"_s}}, {}};
    const engine::CheckedNode first{u"a07"_s, {ok, starts, disk, ports}};
    const engine::CheckedNode second{u"a08"_s, {ok, starts, missing, ports}};
    return QJsonObject{{u"nodes"_s, engine::JsonOf<QList<engine::CheckedNode>>::write({first, second})}};
}

void TstCheckPanel::open(DocumentWindow &w)
{
    w.link.answers[u"job.check"_s] = answer();
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"lab/vision/resnet"_s, u"submit"_s);
    QTRY_VERIFY(w.window->isSettled());
    w.layOut();
}

void TstCheckPanel::showsWhatIsInTheWay()
{
    DocumentWindow w;
    open(w);
    auto *button = w.find<QPushButton>("check");
    QVERIFY(button->isVisible() && button->isEnabled());
    QVERIFY(!w.find<QScrollArea>("checkFindings")->isVisible());
    button->click();
    QTRY_COMPARE(w.find<QLabel>("checkFact")->text(), u"3 passed, 1 warning, 1 failed, on a07 and a08"_s);
    QCOMPARE(w.link.lastCall(u"job.check"_s), w.link.lastCall(u"job.plan"_s));
    QCOMPARE(button->text(), u"Check again"_s);
    QStringList names;
    const auto *list = w.page()->findChild<ui::CheckPanel *>()->findChild<ui::MarkList *>();
    for (const QWidget *row : list->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
        names.append(row->accessibleName());
    QCOMPARE(names.size(), 5);
    QCOMPARE(names.at(0), u"failed: /usr/bin/python3 does not find these modules: tensorflow, a08"_s);
    QCOMPARE(names.at(1), u"warning: Only 812 MB of 40 GB are free on /home., a07"_s);
    QCOMPARE(names.at(2), u"passed: /srv/code/mnist_replica.py is there., a07, a08"_s);
    QVERIFY2(w.nameless().isEmpty(), qPrintable(w.nameless().join(u'\n')));
}

void TstCheckPanel::endsWhenTheJobChanges()
{
    DocumentWindow w;
    open(w);
    w.find<QPushButton>("check")->click();
    QTRY_VERIFY(w.find<QScrollArea>("checkFindings")->isVisible());
    w.link.hold(u"job.check"_s);
    w.find<QPushButton>("check")->click();
    QVERIFY(w.find<QPushButton>("check")->text() == u"Cancel check"_s);
    QVERIFY(w.find<QProgressBar>("checkBar")->isVisible());
    w.find<QLineEdit>("name")->setFocus();
    QTest::keyClicks(w.find<QLineEdit>("name"), u"x"_s);
    QTRY_VERIFY(w.link.isCanceled(u"job.check"_s));
    QCOMPARE(w.find<QPushButton>("check")->text(), u"Check"_s);
    w.link.release(u"job.check"_s, answer());
    QTRY_VERIFY(w.window->isSettled());
    QVERIFY2(!w.find<QScrollArea>("checkFindings")->isVisible(), "of a job that is no more what it was");
    // One that had an answer says that it is of before.
    w.find<QPushButton>("check")->click();
    w.link.release(u"job.check"_s, answer());
    QTRY_COMPARE(w.find<QPushButton>("check")->text(), u"Check again"_s);
    QTest::keyClicks(w.find<QLineEdit>("name"), u"y"_s);
    QTRY_VERIFY(w.find<QLabel>("checkFact")->text().endsWith(u", before the last change"_s));
}

void TstCheckPanel::canBeCancelled()
{
    DocumentWindow w;
    open(w);
    w.link.hold(u"job.check"_s);
    w.find<QPushButton>("check")->click();
    QVERIFY(w.find<QProgressBar>("checkBar")->isVisible());
    w.find<QPushButton>("check")->click();
    QTRY_VERIFY(w.link.isCanceled(u"job.check"_s));
    QVERIFY(!w.find<QProgressBar>("checkBar")->isVisible());
    w.link.release(u"job.check"_s, answer());
    QTRY_VERIFY(w.window->isSettled());
    QVERIFY(!w.find<QScrollArea>("checkFindings")->isVisible());
}

void TstCheckPanel::isNotForBrokenDocuments()
{
    DocumentWindow w;
    QTRY_VERIFY(w.isReady());
    w.openFile(u"job.json"_s, R"({"properties": {"nodeCount": "two"}})");
    QTRY_VERIFY(w.as<ui::SubmitPage>());
    QTRY_VERIFY(w.window->isSettled());
    QTRY_VERIFY(!w.find<QPushButton>("check")->isEnabled());
    QCOMPARE(w.find<QPushButton>("check")->toolTip(), u"Possible once the document is valid."_s);
}

void TstCheckPanel::saysWhyItFailed()
{
    DocumentWindow w;
    open(w);
    w.link.answers[u"job.check"_s] =
        engine::Error::of(engine::ErrorCode::Unreachable, {"The engine is not reachable."});
    w.find<QPushButton>("check")->click();
    QTRY_VERIFY(w.find<QPushButton>("check")->text() == u"Check"_s);
    QVERIFY(w.words().contains(u"The engine is not reachable."_s));
    w.link.answers[u"job.check"_s] = answer();
    w.find<QPushButton>("check")->click();
    QTRY_VERIFY(w.find<QPushButton>("check")->text() == u"Check again"_s);
    QVERIFY(!w.words().contains(u"The engine is not reachable."_s));
}

void TstCheckPanel::pictures_data()
{
    QTest::addColumn<bool>("isSmall");
    QTest::addColumn<bool>("isRunning");
    QTest::addColumn<bool>("isChecked");
    QTest::newRow("check-begin") << false << false << false;
    QTest::newRow("check-running") << false << true << false;
    QTest::newRow("check") << false << false << true;
    QTest::newRow("check-small") << true << false << true;
}

// Left in the build folder to be looked at; in the small window nothing is cut off.
void TstCheckPanel::pictures()
{
    QFETCH(bool, isSmall);
    QFETCH(bool, isRunning);
    QFETCH(bool, isChecked);
    for (const auto look : {ui::LookChoice::Light, ui::LookChoice::Dark}) {
        DocumentWindow w(1, look);
        if (isSmall)
            w.window->resize(1024, 640);
        open(w);
        if (isRunning)
            w.link.hold(u"job.check"_s);
        if (isRunning || isChecked)
            w.find<QPushButton>("check")->click();
        QTRY_COMPARE(w.find<QScrollArea>("checkFindings")->isVisible(), isChecked);
        w.layOut();
        w.picture(QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY2(w.cutOff().isEmpty(), qPrintable(w.cutOff().join(u'\n')));
    }
}

BATCHDECK_TEST(QApplication, TstCheckPanel)
#include "tst_checkpanel.moc"
