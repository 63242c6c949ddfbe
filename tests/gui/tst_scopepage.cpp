// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/documentwindow.h"
#include "tests/support/testmain.h"

#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
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
    void savesTags();
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

BATCHDECK_TEST(QApplication, TstScopePage)
#include "tst_scopepage.moc"
