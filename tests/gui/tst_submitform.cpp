// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/engineclient.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/testmain.h"
#include "ui/submit/jsoneditor.h"
#include "ui/submit/rowseditor.h"
#include "ui/submit/submitpage.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>

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

    engine::Error refusal{engine::ErrorCode::InvalidDocument, {"Refused."}, {}, {}, {}};
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

BATCHDECK_TEST(QApplication, TstSubmitForm)
#include "tst_submitform.moc"
