// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/engineclient.h"
#include "tests/gui/document/documentworld.h"
#include "tests/support/testmain.h"
#include "ui/document/faultlist.h"
#include "ui/submit/form/rowseditor.h"
#include "ui/submit/form/submitform.h"
#include "ui/submit/jsoneditor.h"
#include "ui/submit/submitpage.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

/// The page of a new job where there are some clusters.
struct World
{
    explicit World(const QJsonArray &clusters = {})
        : client(answering(link, clusters)), page(client, canned::experimentId(), {}, {})
    {
    }

    canned::CannedLink link;
    engine::EngineClient client;
    ui::SubmitPage page;

private:
    static canned::CannedLink &answering(canned::CannedLink &link, const QJsonArray &clusters)
    {
        link.fallback = QJsonValue(QJsonArray());
        link.answers[u"resource.list"_s] = QJsonValue(clusters);
        return link;
    }
};

} // namespace

/// The form of a new job beside its document.
class TstSubmitForm final : public QObject
{
    Q_OBJECT

private slots:
    void keepsFormAndDocumentInStep();
    void placesFaultsAtTheirFields();
    void saysWhatIsBrought();
    void movesNothingForAFault();
    void speaksItsOwnWords();
    void knowsTheSizeOfTheCluster();
    void givesCardsTheRowsThatTheyNeed();
};

void TstSubmitForm::keepsFormAndDocumentInStep()
{
    World world;
    ui::SubmitPage &page = world.page;
    page.setDocument(u"a"_s, R"({"properties":{"nodeCount":1,"future":7,"customToolkitSettings":{"commandLine":"true"},
        "stdOutErrPathPrefix":"/tmp","x-batchdeck":{"k":1}}})");
    auto *command = page.findChild<QLineEdit *>(u"commandLine"_s);
    auto *json = page.findChild<ui::JsonEditor *>();
    QCOMPARE(command->text(), u"true"_s);
    command->clear();
    QTest::keyClicks(command, u"echo 1"_s);
    const QString text = json->toPlainText();
    QVERIFY2(text.contains(u"echo 1"_s) && text.contains(u"future"_s) && text.contains(u"x-batchdeck"_s),
             qPrintable(text));
    json->setPlainText(
        QString(text).replace(u"echo 1"_s, u"echo 2"_s).replace(u"\"nodeCount\": 1"_s, u"\"nodeCount\": 4"_s));
    QTRY_COMPARE(command->text(), u"echo 2"_s);
    QCOMPARE(page.findChild<QSpinBox *>(u"nodes"_s)->value(), 4);
}

void TstSubmitForm::placesFaultsAtTheirFields()
{
    World world(QJsonArray{canned::cluster()});
    canned::CannedLink &link = world.link;
    ui::SubmitPage &page = world.page;
    auto *submit = page.findChild<QPushButton *>(u"submit"_s);
    QTRY_VERIFY(submit->isEnabled());
    auto *fault = page.findChild<QLabel *>(u"fault-nodeCount"_s);
    QVERIFY(fault->isHidden());
    auto *json = page.findChild<ui::JsonEditor *>();
    const QString good = json->toPlainText();
    json->setPlainText(QString(good).replace(u"\"nodeCount\": 1"_s, u"\"nodeCount\": \"x\""_s));
    QTRY_VERIFY(!fault->isHidden());
    QVERIFY(!submit->isEnabled());
    QVERIFY(!page.findChild<QLabel *>(u"verdict"_s)->text().isEmpty());
    json->setPlainText(good);
    QTRY_VERIFY(submit->isEnabled());

    engine::Error refusal = engine::Error::of(engine::ErrorCode::InvalidDocument, {"Refused."});
    refusal.details.append({u"X"_s, {"Not this path."}, u"$.properties.stdOutErrPathPrefix"_s, 0, 0});
    link.answers[u"job.create"_s] = refusal;
    submit->click();
    auto *refused = page.findChild<QLabel *>(u"fault-stdOutErrPathPrefix"_s);
    QTRY_COMPARE(refused->text(), u"Not this path."_s);

    link.answers[u"job.create"_s] = QJsonValue(canned::job(1, u"queued"_s));
    QSignalSpy opened(&page, &ui::Page::openRequested);
    json->setPlainText(good + u"\n"_s);
    QTRY_VERIFY(submit->isEnabled());
    submit->click();
    QTRY_COMPARE(opened.size(), 1);
    QCOMPARE(opened.at(0).at(0).value<engine::ResourceId>(), engine::JobSnapshot::fromDocument(canned::job(1, {})).id);
}

void TstSubmitForm::saysWhatIsBrought()
{
    World world(QJsonArray{canned::cluster()});
    canned::CannedLink &link = world.link;
    ui::SubmitPage &page = world.page;
    auto *submit = page.findChild<QPushButton *>(u"submit"_s);
    QTRY_VERIFY(submit->isEnabled());
    auto *rows = page.findChild<ui::RowsEditor *>(u"fetch"_s);
    auto *json = page.findChild<ui::JsonEditor *>();
    rows->item(0, 0)->setText(u"*.pt"_s);
    rows->item(0, 2)->setText(u"~/results/<nothing>"_s);
    QVERIFY2(json->toPlainText().contains(u"~/results/<nothing>"_s), qPrintable(json->toPlainText()));
    auto *fault = page.findChild<QLabel *>(u"fault-fetch"_s);
    QTRY_VERIFY(!fault->isHidden());
    QVERIFY(fault->text().contains(u"nothing"_s) && rows->item(0, 2)->toolTip().contains(u"nothing"_s));
    QVERIFY(!submit->isEnabled());
    rows->item(0, 2)->setText(u"~/results/<job>"_s);
    QTRY_VERIFY(submit->isEnabled());
    QVERIFY(fault->isHidden());
    json->setPlainText(json->toPlainText().replace(u"*.pt"_s, u"*.csv"_s));
    QTRY_COMPARE(rows->item(0, 0)->text(), u"*.csv"_s);
    QTRY_VERIFY(submit->isEnabled());
    link.answers[u"job.create"_s] = QJsonValue(canned::job(1, u"queued"_s));
    QSignalSpy opened(&page, &ui::Page::openRequested);
    submit->click();
    QTRY_COMPARE(opened.size(), 1);
}

// What is under the pointer stays there while faults come and go.
void TstSubmitForm::movesNothingForAFault()
{
    World world(QJsonArray{canned::cluster()});
    ui::SubmitPage &page = world.page;
    page.resize(1200, 1800);
    page.show();
    auto *submit = page.findChild<QPushButton *>(u"submit"_s);
    QTRY_VERIFY(submit->isEnabled());
    auto *variables = page.findChild<ui::RowsEditor *>(u"environmentVariables"_s);
    variables->item(0, 0)->setText(u"A"_s);
    QTRY_VERIFY(submit->isEnabled());
    auto *form = page.findChild<ui::SubmitForm *>();
    const auto places = [form] {
        QList<QRect> all;
        for (const QWidget *widget : form->findChildren<QWidget *>()) {
            if (widget->focusPolicy() != Qt::NoFocus)
                all.append({widget->mapTo(form, QPoint()), widget->size()});
        }
        return all;
    };
    QTest::qWait(0);
    const QList<QRect> before = places();
    const auto replace = [&page](const QString &name, const QString &text) {
        auto *line = page.findChild<QLineEdit *>(name);
        line->selectAll();
        QTest::keyClicks(line, text);
    };
    replace(u"name"_s, u"a name that is as long as no name may be, and has blanks in it besides"_s);
    replace(u"stopAfter"_s, u"soon"_s);
    replace(u"commandLine"_s, u"x"_s);
    QTest::keyClick(page.findChild<QLineEdit *>(u"commandLine"_s), Qt::Key_Backspace);
    replace(u"stdout"_s, u"x"_s);
    QTest::keyClick(page.findChild<QLineEdit *>(u"stdout"_s), Qt::Key_Backspace);
    variables->item(0, 0)->setText(u"1A"_s);
    for (const QString &name : {u"name"_s, u"constraints"_s, u"customToolkitSettings-commandLine"_s,
                                u"stdOutErrPathPrefix"_s, u"environmentVariables"_s}) {
        auto *fault = page.findChild<QLabel *>(u"fault-"_s + name);
        QTRY_VERIFY2(fault->isVisible(), qPrintable(name));
        QVERIFY2(fault->width() > 100 && fault->toolTip() == fault->text(), qPrintable(name));
    }
    QTest::qWait(0);
    QCOMPARE(places(), before);
}

void TstSubmitForm::speaksItsOwnWords()
{
    World world(QJsonArray{canned::cluster()});
    ui::SubmitPage &page = world.page;
    QTRY_VERIFY(page.findChild<QPushButton *>(u"submit"_s)->isEnabled());
    auto *verdict = page.findChild<QLabel *>(u"verdict"_s);
    auto *stopAfter = page.findChild<QLineEdit *>(u"stopAfter"_s);
    QTest::keyClicks(stopAfter, u"soon"_s);
    auto *fault = page.findChild<QLabel *>(u"fault-constraints"_s);
    QTRY_COMPARE(fault->text(), u"“Stop after” should be a time, for example 1 d, 6 h or 1 h 30 min."_s);
    QCOMPARE(verdict->text(), u"1 fault. "_s + fault->text());
    auto *faults = page.findChild<ui::FaultList *>();
    QVERIFY(faults->item(0)->text().contains(u"“maxWallClockTime”"_s)); // of the text
    stopAfter->clear();
    QTest::keyClicks(stopAfter, u"1 d"_s);
    QTest::keyClicks(page.findChild<QLineEdit *>(u"name"_s), u" "_s);
    QTRY_VERIFY(faults->count() == 1 && faults->item(0)->text().startsWith(u"Name: "_s));
}

void TstSubmitForm::knowsTheSizeOfTheCluster()
{
    World world(QJsonArray{canned::cluster()});
    ui::SubmitPage &page = world.page;
    const auto warn = [&world](const QString &code, const engine::Message &words) {
        QJsonObject plan = canned::plan(1);
        plan[u"warnings"_s] = QJsonArray{
            QJsonObject{{u"code"_s, code}, {u"reason"_s, words.toJson()}, {u"target"_s, u"$.properties.nodeCount"_s}}};
        world.link.answers[u"job.plan"_s] = QJsonValue(plan);
    };
    auto *submit = page.findChild<QPushButton *>(u"submit"_s);
    auto *verdict = page.findChild<QLabel *>(u"verdict"_s);
    auto *fault = page.findChild<QLabel *>(u"fault-nodeCount"_s);
    auto *nodes = page.findChild<QSpinBox *>(u"nodes"_s);
    QTRY_VERIFY(submit->isEnabled() && page.isSettled());
    warn(u"TooFewNodes"_s,
         {"It takes %1 nodes, and the cluster %2 has %3: it would wait.", {u"9"_s, u"desk"_s, u"3"_s}});
    nodes->setValue(9);
    QTRY_COMPARE(verdict->text(), u"It takes 9 nodes, and the cluster desk has 3: it would wait."_s);
    QCOMPARE(fault->text(), verdict->text());
    QVERIFY2(submit->isEnabled(), "the cluster may grow meanwhile");
    world.link.answers.remove(u"job.plan"_s);
    nodes->setValue(3);
    QTRY_COMPARE(verdict->text(), u"Valid"_s);
    QVERIFY(fault->isHidden());
    warn(u"TooManyNodes"_s, {"Requested %1 nodes but the cluster only has %2 maximum nodes.", {u"9"_s, u"3"_s}});
    nodes->setValue(9);
    QTRY_VERIFY(!submit->isEnabled());
    QVERIFY(verdict->text().contains(u"9 nodes"_s) && verdict->text().contains(u"3 maximum"_s));
}

void TstSubmitForm::givesCardsTheRowsThatTheyNeed()
{
    World world;
    world.page.resize(1200, 800);
    world.page.show();
    const auto *toolkit = world.page.findChild<QWidget *>(u"toolkit"_s);
    const auto *name = world.page.findChild<QLineEdit *>(u"name"_s);
    const auto lowest = [toolkit] {
        int bottom = 0;
        for (const auto *card : toolkit->findChildren<QAbstractButton *>())
            bottom = card->isVisible() ? std::max(bottom, card->mapTo(toolkit->window(), card->rect().bottomLeft()).y())
                                       : bottom;
        return bottom;
    };
    const int inOneRow = toolkit->height();
    for (const QSize size : {QSize(770, 440), QSize(1200, 800), QSize(700, 500)}) {
        world.page.resize(size);
        QTRY_VERIFY(name->mapTo(&world.page, QPoint()).y() > lowest());
        QVERIFY(size.width() == 1200 ? toolkit->height() == inOneRow : toolkit->height() > inOneRow);
    }
}

BATCHDECK_TEST(QApplication, TstSubmitForm)
#include "tst_submitform.moc"
