// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/machine/connectwindow.h"
#include "tests/support/measure/cputime.h"
#include "tests/support/testmain.h"
#include "ui/connect/importpanel.h"
#include "ui/connect/machineform.h"
#include "ui/shell/toast.h"
#include "ui/theme/tokens.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QLineEdit>
#include <QScrollArea>
#include <QTableView>
#include <QToolButton>

using namespace canned;
using namespace Qt::StringLiterals;
using engine::ConnectStep;
using engine::ErrorCode;
using engine::Question;

class TstConnectPage final : public QObject
{
    Q_OBJECT

private slots:
    void opensFromEverywhere_data();
    void opensFromEverywhere();
    void keepsFieldsWholeInSmallWindow();
    void keepsFieldsWholeInLargerFont();
    void judgesFieldsAsTheyAreTyped();
    void takesProposalBeforeItConnects();
    void connectsByKeyboardAlone();
    void showsLiveSteps();
    void asksInPlace_data();
    void asksInPlace();
    void acceptsNoKeyByAccident();
    void refusesChangedKey();
    void forgetsKeyOfKnownMachine();
    void cancelDropsAttempt();
    void escapeCancels_data();
    void escapeCancels();
    void importsChosenHosts();
    void needsNoConfiguration();
    void staysQuickWithManyHosts();
    void createsClusterOfTheMachine();
    void copiesAsCommand();
};

void TstConnectPage::opensFromEverywhere_data()
{
    QTest::addColumn<QString>("how");
    for (const char *how : {"shortcut", "home", "toolbar", "palette"})
        QTest::newRow(how) << QString::fromLatin1(how);
}

void TstConnectPage::opensFromEverywhere()
{
    QFETCH(QString, how);
    ConnectWindow w{QJsonArray()};
    QTRY_VERIFY(w.isReady());
    if (how == u"shortcut") {
        QTest::keyClick(w.window.get(), Qt::Key_M, Qt::ControlModifier);
    } else if (how == u"home") {
        w.button(u"Connect a machine"_s)->click();
    } else if (how == u"palette") {
        QTest::keyClick(w.window.get(), Qt::Key_K, Qt::ControlModifier);
        QWidget *input = QApplication::focusWidget();
        QTest::keyClicks(input, u"connect m"_s);
        QTest::keyClick(input, Qt::Key_Return);
    } else {
        for (auto *button : w.window->findChildren<QAbstractButton *>()) {
            if (button->accessibleName() == u"Connect machine")
                button->click();
        }
    }
    QTRY_VERIFY(qobject_cast<ui::ConnectPage *>(w.page()));
    QTRY_COMPARE(QApplication::focusWidget(), w.find<QLineEdit>("destination"));
}

// What does not fit is scrolled to by Tab, not squeezed.
void TstConnectPage::keepsFieldsWholeInSmallWindow()
{
    ConnectWindow w(resources());
    w.open();
    const QSize smallest = w.window->minimumSize();
    w.window->resize(smallest);
    w.layOut();
    QCOMPARE(w.window->size(), smallest);
    const auto areWhole = [&w] {
        for (const QWidget *input : w.page()->findChildren<QWidget *>()) {
            const bool isInput = qobject_cast<const QLineEdit *>(input) || qobject_cast<const QPushButton *>(input);
            if (isInput && input->isVisible() && input->height() < input->minimumSizeHint().height())
                return false;
        }
        return true;
    };
    QVERIFY(areWhole());
    w.find<QToolButton>("more")->setChecked(true);
    w.layOut();
    QVERIFY(areWhole());
    const auto *last = w.find<QLineEdit>("address");
    for (int tabs = 0; tabs < 20 && w.window->focusWidget() != last; ++tabs)
        QTest::keyClick(w.window->focusWidget(), Qt::Key_Tab);
    QVERIFY(last->hasFocus());
    QCOMPARE(last->visibleRegion().boundingRect(), last->rect());
}

void TstConnectPage::keepsFieldsWholeInLargerFont()
{
    ConnectWindow w(resources());
    w.open();
    const auto *form = w.page()->findChild<ui::MachineForm *>();
    const QScrollArea *scroll = nullptr;
    for (const QWidget *parent = form; !scroll && parent; parent = parent->parentWidget())
        scroll = qobject_cast<const QScrollArea *>(parent);
    QVERIFY(scroll);
    const int before = scroll->minimumWidth();
    w.page()->setFont(ui::textFont(26));
    w.layOut();
    QVERIFY(scroll->minimumWidth() > before);
    QVERIFY(scroll->minimumWidth() >= scroll->widget()->minimumSizeHint().width());
    QVERIFY(form->width() >= form->minimumSizeHint().width());
}

void TstConnectPage::judgesFieldsAsTheyAreTyped()
{
    ConnectWindow w(resources());
    w.open();
    auto *destination = w.find<QLineEdit>("destination");
    auto *name = w.find<QLineEdit>("name");
    auto *connectButton = w.find<QPushButton>("connect");
    QVERIFY(!w.find<QLabel>("fault-destination")->isVisible()); // nobody has typed yet
    QVERIFY(!connectButton->isEnabled());
    QVERIFY(!connectButton->toolTip().isEmpty());
    const QPoint place = w.find<QToolButton>("more")->mapTo(w.page(), QPoint());
    QTest::keyClicks(destination, u"ada@gpu-b:99999"_s);
    QVERIFY(w.find<QLabel>("fault-destination")->text().contains(u"port"_s));
    QCOMPARE(name->text(), u"gpu-b"_s); // by itself
    QVERIFY(w.find<QLabel>("fault-name")->text().contains(u"already"_s));
    QVERIFY(w.find<QLabel>("fault-name")->isVisible());
    w.layOut();
    QCOMPARE(w.find<QToolButton>("more")->mapTo(w.page(), QPoint()), place); // and all above it
    name->selectAll();
    QTest::keyClicks(name, u"mine"_s);
    destination->selectAll();
    QTest::keyClicks(destination, u"gpu-z"_s);
    QCOMPARE(name->text(), u"mine"_s); // typed over, so it stays
    QVERIFY(!w.find<QLabel>("fault-destination")->isVisible());
    QVERIFY(connectButton->isEnabled());
    auto *identity = w.find<QLineEdit>("identity");
    QTest::keyClicks(identity, u"/home/ada/.ssh/id.pub"_s);
    QVERIFY(w.find<QLabel>("fault-identity")->text().contains(u"public"_s));
    QCOMPARE(identity->accessibleDescription(), w.find<QLabel>("fault-identity")->text());
    QVERIFY(!connectButton->isEnabled());
}

void TstConnectPage::takesProposalBeforeItConnects()
{
    ConnectWindow w(resources());
    w.link.answers[u"machine.hosts"_s] = QJsonValue(hosts(4));
    w.open();
    QTRY_COMPARE(w.page()->findChild<QTableView *>()->model()->rowCount(), 4);
    auto *destination = w.find<QLineEdit>("destination");
    QTest::keyClicks(destination, u"node"_s);
    QWidget *popup = destination->completer()->popup();
    QTRY_VERIFY(popup->isVisible());
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(destination->text(), u"node-0001"_s);
    QVERIFY(!w.link.wasCalled(u"machine.add"_s));
    QTest::keyClick(destination, Qt::Key_Return);
    QCOMPARE(w.link.lastCall(u"machine.add"_s)[u"name"_s].toString(), u"node-0001"_s);
    w.link.release(u"machine.add"_s, failure(ErrorCode::Unreachable, "It refused the connection."));
    QTRY_COMPARE(w.state(ConnectStep::Connect), u"failed"_s);
    // The popup took the activation on the offscreen platform, so the window has the focus of an inactive one.
    QTRY_COMPARE(w.window->focusWidget()->objectName(), u"remedy%1"_s.arg(int(ui::StepError::Remedy::TryAgain)));
}

void TstConnectPage::connectsByKeyboardAlone()
{
    ConnectWindow w(resources());
    w.open();
    QVERIFY(!w.find<QLineEdit>("home")->isVisible());
    QTest::keyClicks(QApplication::focusWidget(), u"ada@gpu-a.lab.example"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    const QJsonObject call = w.link.lastCall(u"machine.add"_s);
    QCOMPARE(call.value(u"name"_s).toString(), u"gpu-a"_s);
    QCOMPARE(call.value(u"ssh"_s)[u"destination"_s].toString(), u"ada@gpu-a.lab.example"_s);
    w.link.release(u"machine.add"_s, asking(ErrorCode::AuthenticationFailed, prompts));
    w.layOut();
    auto *first = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(first);
    QCOMPARE(first->accessibleName(), u"Password:"_s);
    QVERIFY(first->echoMode() == QLineEdit::Password);
    QTest::keyClicks(first, u"secret"_s);
    QTest::keyClick(first, Qt::Key_Return);
    auto *second = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(second && second != first);
    QVERIFY(second->echoMode() == QLineEdit::Normal);
    QTest::keyClicks(second, u"123456"_s);
    QTest::keyClick(second, Qt::Key_Return);
    const QJsonArray answers = w.link.lastCall(u"machine.add"_s).value(u"answers"_s).toArray();
    QCOMPARE(answers.at(0)[u"values"_s].toArray(), (QJsonArray{u"secret"_s, u"123456"_s}));
}

void TstConnectPage::showsLiveSteps()
{
    ConnectWindow w(resources());
    w.start();
    QCOMPARE(w.state(ConnectStep::Resolve), u"under way"_s);
    QVERIFY(!w.find<QLineEdit>("destination")->isEnabled());
    w.tellStep(u"authenticate"_s);
    QCOMPARE(w.state(ConnectStep::HostKey), u"done"_s);
    QCOMPARE(w.state(ConnectStep::Authenticate), u"under way"_s);
    QCOMPARE(w.state(ConnectStep::Probe), u"not yet"_s);
    w.link.release(u"machine.add"_s, failure(ErrorCode::AuthenticationFailed, "No key was accepted."));
    w.layOut();
    QCOMPARE(w.state(ConnectStep::Authenticate), u"failed"_s);
    QVERIFY(w.words().contains(u"No key was accepted."_s));
    QVERIFY(w.button(u"Choose a key…"_s));
    w.button(u"Try again"_s)->click();
    w.link.release(u"machine.add"_s, QJsonValue(sshMachine(u"gpu-a"_s, u"online"_s)));
    w.layOut();
    QCOMPARE(w.state(ConnectStep::Ready), u"done"_s);
    QCOMPARE(w.find<QLabel>("ready")->text(), u"gpu-a is ready: 16 cores, 62.0 GiB, 2 GPUs"_s);
    QVERIFY(w.find<QLineEdit>("destination")->text().isEmpty()); // for the next one, without a fault
    QVERIFY(!w.find<QLabel>("fault-destination")->isVisible());
    emit w.link.changed(delta(2, {sshMachine(u"gpu-a"_s, u"online"_s)}));
    w.find<QPushButton>("openMachine")->click();
    QTRY_COMPARE(w.page()->resource(), sshMachineId());
}

void TstConnectPage::asksInPlace_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("passphrase") << u"passphrase"_s;
    QTest::newRow("password") << u"password"_s;
    QTest::newRow("prompts") << u"prompts"_s;
}

void TstConnectPage::asksInPlace()
{
    QFETCH(QString, kind);
    const Question &question = kind == u"passphrase" ? passphrase : kind == u"password" ? password : prompts;
    ConnectWindow w(resources());
    w.start();
    w.link.release(u"machine.add"_s, asking(ErrorCode::AuthenticationFailed, question));
    w.layOut();
    QCOMPARE(w.state(ConnectStep::Authenticate), u"asks you"_s);
    QVERIFY(!QApplication::activeModalWidget());
    auto *input = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(input);
    QVERIFY(input->echoMode() == QLineEdit::Password);
    QTest::keyClicks(input, u"wrong"_s);
    auto *remember = w.page()->findChild<QCheckBox *>();
    QCOMPARE(remember != nullptr, kind != u"prompts"); // a one-time code is worth nothing tomorrow
    if (remember)
        remember->click();
    const QPointer<QLineEdit> typed(input);
    w.find<QPushButton>("acceptAnswer")->click();
    QVERIFY(!typed || typed->text().isEmpty());
    QCOMPARE(w.link.lastCall(u"machine.add"_s).value(u"answers"_s)[0][u"remember"_s].toBool(), remember != nullptr);
    w.link.release(u"machine.add"_s, asking(ErrorCode::AuthenticationFailed, question, true));
    w.layOut();
    QVERIFY(w.words().contains(u"not accepted"_s));
    auto *again = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(again);
    QVERIFY(again->text().isEmpty());
}

void TstConnectPage::acceptsNoKeyByAccident()
{
    ConnectWindow w(resources());
    w.start();
    w.link.release(u"machine.add"_s, asking(ErrorCode::HostKeyUnknown, hostKey));
    w.layOut();
    QCOMPARE(w.state(ConnectStep::HostKey), u"asks you"_s);
    QVERIFY(w.words().contains(hostKey.subject));
    QCOMPARE(QApplication::focusWidget(), w.find<QPushButton>("cancelQuestion"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QCOMPARE(w.link.count(u"machine.add"_s), 1); // nothing was accepted
    w.find<QPushButton>("connect")->click();
    w.link.release(u"machine.add"_s, asking(ErrorCode::HostKeyUnknown, hostKey));
    w.layOut();
    w.find<QPushButton>("acceptAnswer")->click();
    const QJsonArray answers = w.link.lastCall(u"machine.add"_s).value(u"answers"_s).toArray();
    QCOMPARE(answers.at(0)[u"values"_s].toArray(), QJsonArray{hostKey.subject});
}

void TstConnectPage::refusesChangedKey()
{
    ConnectWindow w(resources());
    w.start();
    w.link.release(u"machine.add"_s, changedKey());
    w.layOut();
    QCOMPARE(w.state(ConnectStep::HostKey), u"failed"_s);
    for (const QString &fingerprint : {u"SHA256:47DEQ"_s, u"SHA256:n4bQ"_s})
        QVERIFY(w.words().contains(fingerprint));
    QVERIFY(!w.find<QPushButton>("acceptAnswer"));
    QVERIFY(!w.button(u"Try again"_s));
    QVERIFY(!w.button(u"Forget the old key"_s)); // it is not the profile's
    const QString command = u"ssh-keygen -R gpu-a.lab.example -f /home/ada/.ssh/known_hosts"_s;
    QVERIFY(w.button(u"Copy: "_s + command));
    w.button(u"Copy: "_s + command)->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), command);
    QVERIFY(w.words().contains(u"Copied."_s));
}

void TstConnectPage::forgetsKeyOfKnownMachine()
{
    ConnectWindow w(resources());
    w.open();
    QTest::keyClicks(w.find<QLineEdit>("destination"), u"ada@gpu-b.lab.example"_s);
    w.find<QLineEdit>("name")->selectAll();
    QTest::keyClicks(w.find<QLineEdit>("name"), u"again"_s);
    w.find<QPushButton>("connect")->click();
    w.link.release(u"machine.add"_s, changedKey());
    w.layOut();
    w.link.answers[u"machine.forgetKey"_s] = QJsonValue(QJsonObject{{u"removed"_s, 1}});
    w.button(u"Forget the old key"_s)->click();
    QTRY_VERIFY(w.words().contains(u"The old key is forgotten."_s));
    QCOMPARE(w.link.lastCall(u"machine.forgetKey"_s).value(u"id"_s).toString(), sshMachineId(u"gpu-b"_s).toString());
}

void TstConnectPage::cancelDropsAttempt()
{
    ConnectWindow w(resources());
    w.start();
    QVERIFY(w.find<QPushButton>("cancel")->isVisible());
    w.find<QPushButton>("cancel")->click();
    w.layOut();
    QVERIFY(w.find<QLineEdit>("destination")->isEnabled());
    QCOMPARE(w.find<QLineEdit>("destination")->text(), u"ada@gpu-a.lab.example"_s);
    QVERIFY(!w.find<QPushButton>("cancel")->isVisible());
    QCOMPARE(w.state(ConnectStep::Resolve), QString());
    QVERIFY(w.link.isCanceled(u"machine.add"_s));
    w.link.release(u"machine.add"_s, failure(ErrorCode::Unreachable, "Too late."));
    w.layOut();
    QVERIFY(!w.words().contains(u"Too late."_s));
}

void TstConnectPage::escapeCancels_data()
{
    QTest::addColumn<QString>("at");
    for (const char *at : {"question about a key", "question for a password", "failed step", "call"})
        QTest::newRow(at) << QString::fromLatin1(at);
}

void TstConnectPage::escapeCancels()
{
    QFETCH(QString, at);
    ConnectWindow w(resources());
    w.start();
    if (at == u"question about a key")
        w.link.release(u"machine.add"_s, asking(ErrorCode::HostKeyUnknown, hostKey));
    else if (at == u"question for a password")
        w.link.release(u"machine.add"_s, asking(ErrorCode::AuthenticationFailed, password));
    else if (at == u"failed step")
        w.link.release(u"machine.add"_s, failure(ErrorCode::Unreachable, "There is no route."));
    w.layOut();
    QVERIFY(w.page()->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    w.layOut();
    for (const ConnectStep step :
         {ConnectStep::Resolve, ConnectStep::Connect, ConnectStep::HostKey, ConnectStep::Authenticate})
        QCOMPARE(w.state(step), QString());
    QVERIFY(!w.words().contains(u"There is no route."_s));
    QVERIFY(!w.find<QPushButton>("acceptAnswer"));
    QVERIFY(w.find<QLineEdit>("destination")->isEnabled());
    QCOMPARE(w.find<QLineEdit>("destination")->text(), u"ada@gpu-a.lab.example"_s);
    QCOMPARE(w.link.count(u"machine.add"_s), 1); // nothing was answered
    QCOMPARE(w.link.isCanceled(u"machine.add"_s), at == u"call");
}

void TstConnectPage::needsNoConfiguration()
{
    ConnectWindow w(resources());
    w.link.answers[u"machine.hosts"_s] = failure(ErrorCode::NotFound, "There is no file.");
    w.open();
    QTRY_VERIFY(w.words().contains(u"There is no ~/.ssh/config"_s));
    QVERIFY2(!w.words().contains(u"There is no file."_s), "most people who begin have none: that is no error");
    w.link.answers[u"machine.hosts"_s] = failure(ErrorCode::IoError, "It cannot be read.");
    w.page()->findChild<ui::ImportPanel *>()->reload();
    QTRY_VERIFY(w.words().contains(u"It cannot be read."_s));
    w.link.answers[u"machine.hosts"_s] = QJsonValue(hosts(4));
    w.button(u"Try again"_s)->click();
    QTRY_COMPARE(w.page()->findChild<QTableView *>()->model()->rowCount(), 4);
    QVERIFY2(!w.words().contains(u"It cannot be read."_s), "it was");
}

void TstConnectPage::importsChosenHosts()
{
    ConnectWindow w(resources());
    w.link.answers[u"machine.hosts"_s] = QJsonValue(hosts(4));
    w.open();
    auto *table = w.page()->findChild<QTableView *>();
    QTRY_COMPARE(table->model()->rowCount(), 4);
    QCOMPARE(table->model()->index(0, 2).data().toString(), u"already there as gpu-b"_s);
    QCOMPARE(table->model()->index(1, 1).data().toString(), u"~/.ssh/config:4"_s);
    auto *import = w.find<QPushButton>("import");
    QVERIFY(!import->isEnabled());
    table->setFocus();
    for (int row = 1; row < 4; ++row) {
        table->setCurrentIndex(table->model()->index(row, 0));
        QTest::keyClick(table, Qt::Key_Space);
    }
    QCOMPARE(import->text(), u"Connect 3 machines"_s);
    const QPoint box = table->visualRect(table->model()->index(2, 0)).topLeft() + QPoint(20, 12);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, box);
    QCOMPARE(import->text(), u"Connect 2 machines"_s);
    w.link.answers[u"machine.import"_s] = QJsonValue(QJsonArray());
    import->click();
    QTRY_VERIFY(w.words().contains(u"2 machines are being connected."_s));
    QCOMPARE(w.link.lastCall(u"machine.import"_s).value(u"hosts"_s).toArray(),
             (QJsonArray{u"node-0001"_s, u"node-0003"_s}));
    QVERIFY(!import->isEnabled());
}

void TstConnectPage::staysQuickWithManyHosts()
{
    ConnectWindow w(resources());
    w.link.answers[u"machine.hosts"_s] = QJsonValue(hosts(2000));
    const testing::CpuTimer timer;
    w.open();
    auto *table = w.page()->findChild<QTableView *>();
    QTRY_COMPARE(table->model()->rowCount(), 2000);
    QLineEdit *filter = nullptr;
    for (QLineEdit *line : w.page()->findChildren<QLineEdit *>()) {
        if (line->placeholderText() == u"Filter")
            filter = line;
    }
    QVERIFY(filter);
    QTest::keyClicks(filter, u"node-19"_s);
    QCOMPARE(table->model()->rowCount(), 100);
    QVERIFY(w.words().contains(u"100 of 2,000"_s));
    QTest::keyClicks(filter, u"zz"_s);
    QVERIFY(w.button(u"Clear filter"_s));
    w.button(u"Clear filter"_s)->click();
    QCOMPARE(table->model()->rowCount(), 2000);
    QVERIFY2(timer.seconds() < 10, timer.words());
}

void TstConnectPage::createsClusterOfTheMachine()
{
    ConnectWindow w(resources());
    w.start();
    emit w.link.changed(delta(2, {sshMachine(u"gpu-a"_s, u"online"_s)}));
    w.link.release(u"machine.add"_s, QJsonValue(sshMachine(u"gpu-a"_s, u"online"_s)));
    w.layOut();
    w.find<QPushButton>("addToCluster")->click();
    QTRY_VERIFY(w.find<QLineEdit>("placeName"));
    w.layOut();
    QCOMPARE(w.find<QLineEdit>("placeName")->text(), u"gpu-a"_s);
    auto *table = w.page()->findChild<QTableView *>();
    QCOMPARE(table->model()->rowCount(), 2); // this computer is not reached by SSH
    QCOMPARE(table->model()->index(0, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    table->setCurrentIndex(table->model()->index(1, 0));
    QTest::keyClick(table, Qt::Key_Space);
    w.link.answers[u"cluster.create"_s] = QJsonValue(cluster());
    auto *create = w.find<QPushButton>("create");
    QTRY_VERIFY(create->isEnabled());
    create->click();
    QTRY_COMPARE(w.page()->resource(), clusterId());
    const QJsonObject call = w.link.lastCall(u"cluster.create"_s);
    QCOMPARE(call.value(u"kind"_s).toString(), u"ssh"_s);
    QCOMPARE(call.value(u"target"_s).toInt(), 2);
    QCOMPARE(call.value(u"machines"_s).toArray(), (QJsonArray{u"gpu-a"_s, u"gpu-b"_s}));
    QCOMPARE(engine::ResourceId::parse(call.value(u"id"_s).toString())->shortText(), u"lab / vision / gpu-a"_s);
}

void TstConnectPage::copiesAsCommand()
{
    ConnectWindow w(resources());
    w.open();
    QTest::keyClicks(w.find<QLineEdit>("destination"), u"gpu-a:2222"_s);
    QTest::keyClicks(w.find<QLineEdit>("identity"), u"/keys/my key"_s);
    QTest::keyClicks(w.find<QLineEdit>("jumps"), u"gate, ada@b"_s);
    w.button(u"Copy as command"_s)->click();
    QCOMPARE(QGuiApplication::clipboard()->text(),
             u"batchctl machine add gpu-a --ssh gpu-a:2222 --identity '/keys/my key' --jump gate --jump ada@b"_s);
    const auto *toast = w.window->findChild<ui::Toast *>();
    QVERIFY(toast->isVisible());
    QCOMPARE(toast->accessibleName(), QString(u"Copied: "_s + QGuiApplication::clipboard()->text()));
    w.find<QToolButton>("more")->click();
    QTest::keyClicks(w.find<QLineEdit>("address"), u"10.0.0.5"_s);
    w.button(u"Copy as command"_s)->click();
    QVERIFY(QGuiApplication::clipboard()->text().endsWith(u" --jump ada@b --address 10.0.0.5"_s));
    w.find<QPushButton>("connect")->click();
    QTRY_COMPARE(w.link.lastCall(u"machine.add"_s).value(u"address"_s).toString(), u"10.0.0.5"_s);
}

BATCHDECK_TEST(QApplication, TstConnectPage)
#include "tst_connectpage.moc"
