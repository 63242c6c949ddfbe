// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/machine/machinewindow.h"
#include "tests/support/testmain.h"
#include "ui/resource/account/credentialpanel.h"
#include "ui/resource/account/newaccountpage.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/pane/filetable.h"
#include "ui/storage/storagepage.h"
#include "ui/submit/jobtext.h"
#include "ui/submit/submitpage.h"
#include "ui/widgets/page/banner.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDialog>
#include <QPushButton>
#include <QRadioButton>

using namespace Qt::StringLiterals;
using canned::MachineWindow;
using engine::ErrorCode;

namespace {

const QString typedKey = u"Zm9ydHktdHdv"_s;

engine::Error refusal(ErrorCode code, const char *words)
{
    return engine::Error::of(code, {words});
}

/// The window, with the form of a new storage account; the test decides when a try is answered.
struct AccountWindow : MachineWindow
{
    AccountWindow() : MachineWindow(canned::world(0) + QJsonValue(canned::storageAccount(u"known"_s)))
    {
        link.hold(u"storageAccount.add"_s);
    }
    void open()
    {
        QTRY_VERIFY(isReady());
        trigger(u"Ctrl+Alt+B"_s);
        QVERIFY(form());
        layOut();
    }
    [[nodiscard]] ui::NewAccountPage *form() const { return qobject_cast<ui::NewAccountPage *>(page()); }
    [[nodiscard]] ui::Banner *banner() const { return page()->findChild<ui::Banner *>(); }
    [[nodiscard]] QString fault(const char *field) const
    {
        const auto *label = find<QLabel>(QByteArray(QByteArray("fault-") + field).constData());
        return label->isVisible() ? label->text() : QString();
    }
    static void type(const QString &text) { QTest::keyClicks(QApplication::focusWidget(), text); }
    static void press(Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); }
    void answer(const canned::Answer &given)
    {
        link.release(u"storageAccount.add"_s, given);
        QTRY_VERIFY(!form() || form()->isSettled());
        layOut();
    }
};

} // namespace

/// The form that adds a storage account, and a new key for one.
class TstAccountForm final : public QObject
{
    Q_OBJECT

private slots:
    void addsByKeyboard();
    void tellsRefusalsAtTheirField_data();
    void tellsRefusalsAtTheirField();
    void addsWhatDoesNotAnswer();
    void takesWholeUrl();
    void keepsDraftWithoutSecret();
    void replacesKey();
    void removesAccount();
    void escapeEndsQuestionForContainer_data();
    void escapeEndsQuestionForContainer();
    void takesAccountThatComesLater();
    void usesContainerInJob();
};

void TstAccountForm::addsByKeyboard()
{
    AccountWindow w;
    w.open();
    QCOMPARE(w.nameless(), QStringList());
    QCOMPARE(w.cutOff(), QStringList());
    auto *add = w.find<QPushButton>("add");
    QVERIFY(!add->isEnabled() && !add->toolTip().isEmpty());
    QVERIFY(w.fault("name").isEmpty() && w.fault("secret").isEmpty()); // nothing was typed
    QVERIFY(w.find<QLineEdit>("name")->hasFocus());
    AccountWindow::type(u"labstore"_s);
    AccountWindow::press(Qt::Key_Tab);
    QVERIFY(w.find<QRadioButton>("key")->hasFocus());
    AccountWindow::press(Qt::Key_Tab);
    auto *secret = w.find<QLineEdit>("secret");
    QVERIFY(secret->hasFocus());
    QCOMPARE(secret->echoMode(), QLineEdit::Password);
    AccountWindow::type(typedKey);
    QVERIFY(add->isEnabled());
    AccountWindow::press(Qt::Key_Return);
    QCOMPARE(w.link.count(u"storageAccount.add"_s), 1);
    const QJsonObject sent = w.link.lastCall(u"storageAccount.add"_s);
    QCOMPARE(sent.value(u"name"_s).toString(), u"labstore"_s);
    QCOMPARE(sent.value(u"key"_s).toString(), typedKey);
    QVERIFY(!add->isEnabled());
    QVERIFY2(w.words().contains(u"Asking labstore"_s), qPrintable(w.words()));
    auto *cancel = w.find<QPushButton>("cancel");
    QVERIFY(cancel->isVisible() && cancel->hasFocus());
    cancel->click();
    QTRY_VERIFY(w.link.isCanceled(u"storageAccount.add"_s));
    w.link.release(u"storageAccount.add"_s, QJsonValue(canned::storageAccount(u"labstore"_s))); // too late
    QTRY_VERIFY(add->isEnabled() && !cancel->isVisible());
    QVERIFY(!w.banner()->isVisible());
    add->click();
    QCOMPARE(w.link.count(u"storageAccount.add"_s), 2);
    w.link.release(u"storageAccount.add"_s, QJsonValue(canned::storageAccount(u"labstore"_s)));
    QTRY_VERIFY(qobject_cast<ui::StoragePage *>(w.page()));
    QCOMPARE(qobject_cast<ui::StoragePage *>(w.page())->activePane().location(),
             (engine::Location{u"blob://labstore"_s, u"/"_s}));
    QCOMPARE(w.window->windowTitle(), u"labstore - Batchdeck"_s);
}

void TstAccountForm::tellsRefusalsAtTheirField_data()
{
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QByteArray>("field");
    QTest::newRow("a wrong key") << ErrorCode::AuthenticationFailed << QByteArray("secret");
    QTest::newRow("no such account") << ErrorCode::Unreachable << QByteArray("name");
    QTest::newRow("no answer") << ErrorCode::Timeout << QByteArray("name");
    QTest::newRow("no base64 after all") << ErrorCode::InvalidArgument << QByteArray("secret");
    QTest::newRow("anything else") << ErrorCode::IoError << QByteArray("name");
    QTest::newRow("known by now") << ErrorCode::AlreadyExists << QByteArray("name");
}

void TstAccountForm::tellsRefusalsAtTheirField()
{
    QFETCH(ErrorCode, code);
    QFETCH(QByteArray, field);
    AccountWindow w;
    w.open();
    AccountWindow::type(u"labstore"_s);
    w.find<QLineEdit>("secret")->setFocus();
    AccountWindow::type(typedKey);
    const int before = w.find<QLineEdit>("secret")->mapTo(w.page(), QPoint()).y();
    w.find<QPushButton>("add")->click();
    w.answer(refusal(code, "Cause and remedy, as the engine says them."));
    QVERIFY2(!w.fault(field.constData()).isEmpty(), field.constData());
    QVERIFY(w.find<QLineEdit>(field.constData())->hasFocus());
    QVERIFY(w.banner()->isVisible());
    QVERIFY(w.banner()->text().contains(u"Cause and remedy"_s));
    QCOMPARE(w.find<QLineEdit>("secret")->mapTo(w.page(), QPoint()).y(), before);
    QCOMPARE(w.cutOff(), QStringList());
    AccountWindow::press(Qt::Key_End);
    AccountWindow::press(Qt::Key_Backspace);
    QVERIFY(!w.banner()->isVisible()); // it was about what stood there
}

void TstAccountForm::addsWhatDoesNotAnswer()
{
    AccountWindow w;
    w.open();
    AccountWindow::type(u"labstore"_s);
    w.find<QLineEdit>("secret")->setFocus();
    AccountWindow::type(typedKey);
    w.find<QPushButton>("add")->click();
    QVERIFY(w.link.lastCall(u"storageAccount.add"_s).value(u"test"_s).toBool());
    w.answer(refusal(ErrorCode::Unreachable, "There is no network."));
    QVERIFY(w.button(u"Add it all the same"_s));
    w.button(u"Add it all the same"_s)->click();
    QCOMPARE(w.link.count(u"storageAccount.add"_s), 2);
    QVERIFY(!w.link.lastCall(u"storageAccount.add"_s).value(u"test"_s).toBool(true));
}

void TstAccountForm::takesWholeUrl()
{
    AccountWindow w;
    w.open();
    const QString signature = u"sv=2024-11-04&sp=rl&sig=a%2Bb%3D"_s;
    const QString url = u"http://127.0.0.1:10000/devstoreaccount1?"_s + signature;
    QApplication::clipboard()->setText(url);
    w.find<QLineEdit>("name")->paste();
    QCOMPARE(w.find<QLineEdit>("name")->text(), u"devstoreaccount1"_s);
    QCOMPARE(w.find<QLineEdit>("secret")->text(), url);
    QVERIFY(w.find<QRadioButton>("signature")->isChecked());
    QVERIFY(w.find<QLineEdit>("endpoint")->isVisible());
    QCOMPARE(w.find<QLineEdit>("endpoint")->text(), u"http://127.0.0.1:10000/devstoreaccount1"_s);
    w.find<QCheckBox>("remember")->click();
    w.find<QPushButton>("add")->click();
    const QJsonObject sent = w.link.lastCall(u"storageAccount.add"_s);
    QCOMPARE(sent.value(u"sas"_s).toString(), url);
    QCOMPARE(sent.value(u"endpoint"_s).toString(), u"http://127.0.0.1:10000/devstoreaccount1"_s);
    QVERIFY(sent.value(u"key"_s).toString().isEmpty());
    QVERIFY(!sent.value(u"remember"_s).toBool(true));
    w.answer(refusal(ErrorCode::Unreachable, "Nobody listens there."));
    QVERIFY(!w.fault("endpoint").isEmpty());
    w.button(u"Copy as command"_s)->click();
    const QString command = QApplication::clipboard()->text();
    QVERIFY2(command.contains(u"storage account add devstoreaccount1"_s) && command.contains(u"--sas-stdin"_s),
             qPrintable(command));
    QVERIFY(!command.contains(u"sig="_s));
}

void TstAccountForm::keepsDraftWithoutSecret()
{
    AccountWindow w;
    w.open();
    QCOMPARE(w.form()->draft(), QJsonObject());
    AccountWindow::type(u"labstore"_s);
    w.find<QLineEdit>("secret")->setFocus();
    AccountWindow::type(typedKey);
    w.window->openText(u"machines/desk"_s, {});
    QVERIFY(!w.form());
    w.trigger(u"Ctrl+Alt+B"_s);
    w.layOut();
    QCOMPARE(w.find<QLineEdit>("name")->text(), u"labstore"_s);
    QCOMPARE(w.find<QLineEdit>("secret")->text(), QString());
    for (const QJsonValue &field : w.form()->draft())
        QVERIFY(!field.toString().contains(typedKey));
}

void TstAccountForm::replacesKey()
{
    AccountWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"storageAccounts/known"_s, {});
    QTRY_VERIFY(qobject_cast<ui::StoragePage *>(w.page()));
    w.link.hold(u"storageAccount.setCredential"_s);
    w.trigger(u"Ctrl+Alt+Y"_s);
    auto *panel = w.window->findChild<ui::CredentialPanel *>();
    QVERIFY(panel && panel->isVisible());
    auto *secret = panel->findChild<QLineEdit *>(u"secret"_s);
    QTRY_VERIFY(secret->hasFocus());
    QCOMPARE(secret->echoMode(), QLineEdit::Password);
    AccountWindow::type(typedKey);
    AccountWindow::press(Qt::Key_Return);
    QCOMPARE(w.link.lastCall(u"storageAccount.setCredential"_s).value(u"key"_s).toString(), typedKey);
    w.link.release(u"storageAccount.setCredential"_s, refusal(ErrorCode::AuthenticationFailed, "It was refused."));
    const auto says = [panel](const QString &words) {
        const auto labels = panel->findChildren<QLabel *>();
        return std::any_of(labels.cbegin(), labels.cend(),
                           [&words](const QLabel *label) { return label->text().contains(words); });
    };
    QTRY_VERIFY(says(u"It was refused"_s));
    w.layOut();
    AccountWindow::type(u"sv=1&sig=abc"_s);
    AccountWindow::press(Qt::Key_Return);
    QCOMPARE(w.link.lastCall(u"storageAccount.setCredential"_s).value(u"sas"_s).toString(), u"sv=1&sig=abc"_s);
    w.link.release(u"storageAccount.setCredential"_s, QJsonValue(QJsonObject()));
    QTRY_VERIFY(!w.window->findChild<ui::CredentialPanel *>());
}

void TstAccountForm::removesAccount()
{
    AccountWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"storageAccounts/known"_s, {});
    QTRY_VERIFY(qobject_cast<ui::StoragePage *>(w.page()));
    w.layOut();
    w.trigger(u"Ctrl+Del"_s);
    auto *dialog = w.window->findChild<QDialog *>(u"deletion"_s);
    QVERIFY(dialog);
    QCOMPARE(dialog->findChild<QLabel *>(u"question"_s)->text(), u"Remove known from this profile?"_s);
    QVERIFY(dialog->findChild<QLabel *>(u"stays"_s)->text().contains(u"stay in Azure"_s));
    dialog->reject();
}

void TstAccountForm::escapeEndsQuestionForContainer_data()
{
    QTest::addColumn<bool>("isInList");
    QTest::newRow("focus in the question") << false;
    QTest::newRow("focus in the list") << true;
}

void TstAccountForm::escapeEndsQuestionForContainer()
{
    QFETCH(bool, isInList);
    AccountWindow w;
    w.link.answers[u"storage.list"_s] =
        QJsonValue(QJsonObject{{u"entries"_s, QJsonArray{QJsonArray{u"runs"_s, 1, true}}}});
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"storageAccounts/known"_s, {});
    auto *storage = qobject_cast<ui::StoragePage *>(w.page());
    QVERIFY(storage);
    ui::FilePane &pane = storage->activePane();
    QTRY_VERIFY(pane.isSettled());
    pane.makeFolder();
    auto *name = w.find<QLineEdit>("containerName");
    QVERIFY(name->isVisible() && name->hasFocus());
    if (isInList)
        pane.focusList();
    QCOMPARE(name->hasFocus(), !isInList);
    AccountWindow::press(Qt::Key_Escape);
    QVERIFY(!name->isVisible());
    QVERIFY(pane.isAncestorOf(QApplication::focusWidget()));
    QVERIFY(!w.link.wasCalled(u"storageAccount.createContainer"_s));
}

void TstAccountForm::takesAccountThatComesLater()
{
    AccountWindow w;
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"blob://late/runs"_s, u"storage"_s);
    auto *storage = qobject_cast<ui::StoragePage *>(w.page());
    QVERIFY(storage);
    QTRY_VERIFY(storage->activePane().isSettled());
    QCOMPARE(w.window->windowTitle(), u"Batchdeck"_s);
    QVERIFY(!w.words().contains(u"by its key"_s));
    const int lists = w.link.count(u"storage.list"_s);
    emit w.link.changed(canned::delta(2, {canned::storageAccount(u"late"_s)}));
    QTRY_COMPARE(w.window->windowTitle(), u"late - Batchdeck"_s);
    QCOMPARE(w.page(), storage); // with all that is done in it
    QTRY_VERIFY2(w.words().contains(u"by its key"_s), qPrintable(w.words()));
    QTRY_VERIFY(w.link.count(u"storage.list"_s) > lists); // what failed is tried again
}

void TstAccountForm::usesContainerInJob()
{
    AccountWindow w;
    w.link.answers[u"storage.list"_s] =
        QJsonValue(QJsonObject{{u"entries"_s, QJsonArray{QJsonArray{u"runs"_s, 1, true}}}});
    QTRY_VERIFY(w.isReady());
    w.window->openText(u"storageAccounts/known"_s, {});
    auto *storage = qobject_cast<ui::StoragePage *>(w.page());
    QVERIFY(storage);
    ui::FilePane &pane = storage->activePane();
    QTRY_VERIFY(pane.isSettled());
    const QList<QAction *> actions = pane.actions();
    const auto use = std::find_if(actions.cbegin(), actions.cend(),
                                  [](const QAction *action) { return action->text().remove(u'&') == u"Use in a job"; });
    QVERIFY(use != actions.cend());
    QVERIFY(!(*use)->isEnabled() && (*use)->toolTip().contains(u"Choose a container"_s));
    pane.table()->select({u"runs"_s});
    QTRY_VERIFY((*use)->isEnabled());
    (*use)->trigger();
    QVERIFY(qobject_cast<ui::SubmitPage *>(w.page()));
    const auto *text = w.page()->findChild<ui::JobText *>();
    QTRY_VERIFY(text->text().contains("azureBlobFileSystems"));
    const QJsonValue properties = QJsonDocument::fromJson(text->text()).object().value(u"properties"_s);
    const QJsonValue mount = properties[u"mountVolumes"_s][u"azureBlobFileSystems"_s][0];
    QCOMPARE(mount[u"accountName"_s], u"known"_s);
    QCOMPARE(mount[u"containerName"_s], u"runs"_s);
    QCOMPARE(properties[u"inputDirectories"_s][0][u"path"_s], u"$AZ_BATCHAI_JOB_MOUNT_ROOT/runs"_s);
}

BATCHDECK_TEST(QApplication, TstAccountForm)
#include "tst_accountform.moc"
