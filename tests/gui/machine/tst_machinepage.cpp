// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/machine/machinewindow.h"
#include "tests/support/testmain.h"
#include "ui/machine/machinepage.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTreeView>

#include <ctime>

using namespace Qt::StringLiterals;
using canned::password;

namespace {

QJsonArray notes(const QStringList &texts)
{
    QJsonArray all;
    for (const QString &text : texts)
        all.append(engine::Message(text.toUtf8().constData()).toJson());
    return all;
}

QJsonObject reason(const char *text)
{
    return engine::Message(text).toJson();
}

QJsonArray worldWith(const QJsonObject &machine)
{
    QJsonArray all = canned::world(3);
    all.append(machine);
    return all;
}

QJsonArray findings()
{
    const auto one = [](const char *check, const char *state, const char *message, const char *remedy) {
        return QJsonObject{{u"check"_s, QString::fromLatin1(check)},
                           {u"state"_s, QString::fromLatin1(state)},
                           {u"message"_s, engine::Message(message).toJson()},
                           {u"remedy"_s, engine::Message(remedy).toJson()}};
    };
    return {one("login-shell", "ok", "The login shell answers without words of its own.", ""),
            one("disk", "warning", "The home has 21 GB left.", "Make room below /home/ada, or set another home."),
            one("clock", "ok", "The clock differs by 0.2 s.", ""),
            one("linger", "failed", "systemd ends all processes when the last login ends.",
                "Run there: loginctl enable-linger ada")};
}

} // namespace

class TstMachinePage final : public QObject
{
    Q_OBJECT

private slots:
    void showsWhatTheMachineHas();
    void localMachineHasNoWay();
    void saysWhyAndWhenNext();
    void answersOpenQuestion();
    void postponedQuestionStaysAtHand();
    void activityLeadsToTheQuestion();
    void forgetsKeyOnlyWhenNeeded_data();
    void forgetsKeyOnlyWhenNeeded();
    void doctorPutsFaultsFirst();
    void cleansAfterShowingAndAsking();
    void asksBeforeItRemoves();
    void offersTerminalLineWithoutTerminal();
    void countsMachinesInStatus();
    void staysQuickWithManyMachines();
    void nodeRowKeepsSelection();
    void fitsSmallWindow();
    void pictures_data();
    void pictures();

private:
    static void open(canned::MachineWindow &w, const QString &name = u"gpu-a"_s)
    {
        QTRY_VERIFY(w.isReady());
        w.window->openText(u"machines/"_s + name, {});
        QVERIFY(qobject_cast<ui::MachinePage *>(w.page()));
        w.layOut();
    }
};

void TstMachinePage::showsWhatTheMachineHas()
{
    canned::MachineWindow w(
        worldWith(canned::sshMachine(u"gpu-a"_s, u"online"_s,
                                     {{u"warnings"_s, notes({u"systemd ends jobs at logout."_s})},
                                      {u"notHonoured"_s, notes({u"ControlMaster is not used."_s})}})));
    open(w);
    const QString words = w.words();
    for (const char *word : {"16 cores, 62.0 GiB, 2 GPUs", "2 × NVIDIA RTX A6000, 48.0 GiB each", "Ubuntu 24.04.1 LTS",
                             "ada@gate.example:2222", "git, nvidia-smi, python3", "/home/ada/.batchdeck",
                             "SHA256:47DEQ", "systemd ends jobs at logout.", "ControlMaster is not used."})
        QVERIFY2(words.contains(QString::fromUtf8(word)), word);
    QStringList disks;
    for (const QWidget *widget : w.page()->findChildren<QWidget *>()) {
        if (QByteArray(widget->metaObject()->className()) == "ui::DiskMeter")
            disks.append(widget->accessibleName());
    }
    QCOMPARE(disks, (QStringList{u"/: nearly full, 21.0 GB of 480 GB free"_s, u"/data: 3.1 TB of 7.6 TB free"_s}));
}

void TstMachinePage::localMachineHasNoWay()
{
    canned::MachineWindow w(canned::world(3));
    open(w, u"desk"_s);
    QVERIFY(w.words().contains(u"16 cores"_s));
    for (const char *word : {"Destination", "Host key", "Next try", "Through"})
        QVERIFY2(!w.words().contains(QString::fromLatin1(word)), word);
    QVERIFY(!w.button(u"Reconnect now"_s));
    QVERIFY(!w.button(u"Open terminal"_s));
    QVERIFY(w.button(u"Doctor"_s));
}

void TstMachinePage::saysWhyAndWhenNext()
{
    const QString next = QDateTime::currentDateTimeUtc().addSecs(40).toString(Qt::ISODateWithMs);
    canned::MachineWindow w(
        worldWith(canned::sshMachine(u"gpu-a"_s, u"offline"_s,
                                     {{u"linkReason"_s, reason("gpu-a.lab.example does not answer.")},
                                      {u"step"_s, u"connect"_s},
                                      {u"nextTry"_s, next}})));
    open(w);
    QVERIFY(w.words().contains(u"gpu-a.lab.example does not answer."_s));
    QVERIFY(w.words().contains(u"while reaching its port"_s));
    QTRY_VERIFY(w.words().contains(u"in 38 s"_s)); // it counts down
    QVERIFY(w.words().contains(u"16 cores"_s)); // what was known stays
    w.link.hold(u"machine.connect"_s);
    w.button(u"Reconnect now"_s)->click();
    QCOMPARE(w.link.lastCall(u"machine.connect"_s).value(u"id"_s).toString(), canned::sshMachineId().toString());
    w.link.release(u"machine.connect"_s, engine::Error::of(engine::ErrorCode::Unreachable, {"Port 22 refuses."}));
    QTRY_VERIFY(w.words().contains(u"Port 22 refuses."_s));
}

void TstMachinePage::answersOpenQuestion()
{
    canned::MachineWindow w(
        worldWith(canned::sshMachine(u"gpu-a"_s, u"needs-attention"_s, {{u"question"_s, password.toJson()}})));
    open(w);
    w.link.hold(u"machine.connect"_s);
    QLineEdit *input = w.page()->findChild<QLineEdit *>();
    QVERIFY(input && input->isVisible());
    QTest::keyClicks(input, u"secret"_s);
    QTest::keyClick(input, Qt::Key_Return);
    const QJsonObject call = w.link.lastCall(u"machine.connect"_s);
    QCOMPARE(call.value(u"answers"_s)[0][u"values"_s][0].toString(), u"secret"_s);
    w.layOut();
    QVERIFY(!w.page()->findChild<QLineEdit *>()); // not asked again while it is tried
    w.link.release(u"machine.connect"_s, QJsonValue(canned::sshMachine(u"gpu-a"_s, u"online"_s)));
    emit w.link.changed(canned::delta(2, {canned::sshMachine(u"gpu-a"_s, u"online"_s)}));
    w.layOut();
    QVERIFY(!w.find<QPushButton>("acceptAnswer"));
}

void TstMachinePage::postponedQuestionStaysAtHand()
{
    canned::MachineWindow w(worldWith(canned::sshMachine(
        u"gpu-a"_s, u"needs-attention"_s,
        {{u"question"_s, password.toJson()}, {u"linkReason"_s, reason("The password is not known.")}})));
    open(w);
    w.find<QPushButton>("cancelQuestion")->click();
    w.layOut();
    QVERIFY(!w.find<QPushButton>("acceptAnswer"));
    QVERIFY(!w.link.wasCalled(u"machine.connect"_s));
    w.button(u"Answer…"_s)->click();
    w.layOut();
    QVERIFY(w.find<QPushButton>("acceptAnswer"));
}

void TstMachinePage::activityLeadsToTheQuestion()
{
    canned::MachineWindow w(
        worldWith(canned::sshMachine(u"gpu-a"_s, u"needs-attention"_s, {{u"question"_s, password.toJson()}})));
    QTRY_VERIFY(w.isReady());
    QLabel *line = nullptr;
    for (QLabel *label : w.window->findChildren<QLabel *>()) {
        if (label->text().contains(u"asks for a password"_s) && label->text().contains(u"Answer…"_s))
            line = label;
    }
    QVERIFY(line);
    emit line->linkActivated(canned::sshMachineId().toString());
    QTRY_COMPARE(w.page()->resource(), canned::sshMachineId());
}

void TstMachinePage::forgetsKeyOnlyWhenNeeded_data()
{
    QTest::addColumn<QString>("link");
    QTest::addColumn<QString>("step");
    QTest::addColumn<bool>("elsewhere");
    QTest::addColumn<bool>("offered");
    QTest::newRow("online") << u"online"_s << u"ready"_s << false << false;
    QTest::newRow("offline at its key") << u"offline"_s << u"host-key"_s << false << false;
    QTest::newRow("changed, the profile's") << u"needs-attention"_s << u"host-key"_s << false << true;
    QTest::newRow("changed, the user's") << u"needs-attention"_s << u"host-key"_s << true << true;
}

void TstMachinePage::forgetsKeyOnlyWhenNeeded()
{
    QFETCH(QString, link);
    QFETCH(QString, step);
    QFETCH(bool, elsewhere);
    QFETCH(bool, offered);
    canned::MachineWindow w(worldWith(canned::sshMachine(
        u"gpu-a"_s, link, {{u"step"_s, step}, {u"linkReason"_s, reason("The host key is another one.")}})));
    open(w);
    QCOMPARE(w.button(u"Forget host key"_s) != nullptr, offered);
    if (!offered)
        return;
    const QJsonArray places{
        QJsonObject{{u"file"_s, u"/home/ada/.ssh/known_hosts"_s}, {u"line"_s, 7}, {u"fingerprint"_s, u"SHA256:old"_s}}};
    w.link.answers[u"machine.forgetKey"_s] =
        QJsonValue(QJsonObject{{u"removed"_s, elsewhere ? 0 : 1}, {u"elsewhere"_s, elsewhere ? places : QJsonArray()}});
    w.button(u"Forget host key"_s)->click();
    QTRY_VERIFY(w.words().contains(elsewhere ? u"/home/ada/.ssh/known_hosts:7"_s : u"The old key is forgotten."_s));
    if (!elsewhere)
        return;
    w.button(u"Copy"_s)->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"ssh-keygen -R gpu-a.lab.example -f /home/ada/.ssh/known_hosts"_s);
}

void TstMachinePage::doctorPutsFaultsFirst()
{
    canned::MachineWindow w(worldWith(canned::sshMachine(u"gpu-a"_s, u"online"_s)));
    open(w);
    w.link.hold(u"machine.doctor"_s);
    w.button(u"Doctor"_s)->click();
    QVERIFY(!w.window->isSettled());
    QTRY_VERIFY(w.words().contains(u"Looking at gpu-a"_s));
    w.link.release(u"machine.doctor"_s, QJsonValue(findings()));
    QTRY_VERIFY(w.words().contains(u"2 passed, 1 warning, 1 failed"_s));
    const QString words = w.words();
    const qsizetype fault = words.indexOf(u"systemd ends all"_s);
    const qsizetype remedy = words.indexOf(u"loginctl enable-linger"_s);
    const qsizetype passed = words.indexOf(u"The login shell answers"_s);
    QVERIFY(fault >= 0 && remedy > fault && passed > remedy);
}

void TstMachinePage::cleansAfterShowingAndAsking()
{
    canned::MachineWindow w(worldWith(canned::sshMachine(u"gpu-a"_s, u"online"_s)));
    open(w);
    w.link.answers[u"machine.clean"_s] = QJsonValue(
        QJsonObject{{u"removed"_s, QJsonArray{u"/home/ada/.batchdeck/agent/1"_s, u"/home/ada/.batchdeck/jobs"_s}}});
    w.button(u"Delete traces…"_s)->click();
    QTRY_VERIFY(w.button(u"Delete 2 paths"_s));
    QVERIFY(w.link.lastCall(u"machine.clean"_s).value(u"dryRun"_s).toBool());
    QVERIFY(w.words().contains(u"Delete 2 paths on gpu-a, with all below them? This cannot be undone."_s));
    QCOMPARE(w.page()->findChild<QListWidget *>()->count(), 2);
    QTRY_COMPARE(QApplication::focusWidget(), w.find<QPushButton>("cleanCancel"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QCOMPARE(w.link.count(u"machine.clean"_s), 1); // Return is Cancel
    w.button(u"Delete traces…"_s)->click();
    QTRY_VERIFY(w.button(u"Delete 2 paths"_s));
    w.button(u"Delete 2 paths"_s)->click();
    QVERIFY(!w.link.lastCall(u"machine.clean"_s).value(u"dryRun"_s).toBool());
    QTRY_VERIFY(w.words().contains(u"Deleted 2 paths on gpu-a."_s));
}

void TstMachinePage::asksBeforeItRemoves()
{
    canned::MachineWindow w(worldWith(canned::sshMachine(u"gpu-a"_s, u"online"_s)));
    open(w);
    w.button(u"Remove…"_s)->click();
    auto *dialog = w.window->findChild<QDialog *>(u"deletion"_s);
    QVERIFY(dialog);
    QCOMPARE(dialog->findChild<QLabel *>(u"question"_s)->text(), u"Remove gpu-a from this profile?"_s);
    QVERIFY(dialog->findChild<QPushButton *>(u"cancel"_s)->isDefault());
    QVERIFY(!w.link.wasCalled(u"resource.delete"_s));
    dialog->reject();
}

void TstMachinePage::offersTerminalLineWithoutTerminal()
{
    canned::MachineWindow w(worldWith(canned::sshMachine(u"gpu-a"_s, u"online"_s)));
    open(w);
    const QTemporaryDir nothing;
    const QByteArray path = qgetenv("PATH");
    const QByteArray preferred = qgetenv("TERMINAL");
    qputenv("PATH", nothing.path().toUtf8());
    qunsetenv("TERMINAL");
    w.link.answers[u"machine.terminal"_s] =
        QJsonValue(QJsonObject{{u"command"_s, QJsonArray{u"ssh"_s, u"-p"_s, u"22"_s, u"ada@gpu-a"_s}}});
    w.button(u"Open terminal"_s)->click();
    QTRY_VERIFY(w.words().contains(u"No terminal program was found."_s));
    qputenv("PATH", path);
    if (!preferred.isNull())
        qputenv("TERMINAL", preferred);
    QVERIFY(w.words().contains(u"ssh -p 22 ada@gpu-a"_s));
    w.button(u"Copy"_s)->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"ssh -p 22 ada@gpu-a"_s);
}

void TstMachinePage::countsMachinesInStatus()
{
    canned::MachineWindow w(worldWith(canned::sshMachine(u"gpu-a"_s, u"offline"_s)));
    QTRY_VERIFY(w.isReady());
    const auto labels = w.window->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.cbegin(), labels.cend(),
                        [](const QLabel *label) { return label->text() == u"1 of 2 machines online"; }));
}

// Ten times the machines may cost ten times as much, and a little; not a hundred.
void TstMachinePage::staysQuickWithManyMachines()
{
    const auto costOfChanges = [](int count) {
        QJsonArray all = canned::world(1);
        for (int i = 0; i < count; ++i)
            all.append(canned::sshMachine(u"node-%1"_s.arg(i), i % 2 == 0 ? u"online"_s : u"offline"_s));
        canned::MachineWindow w(all);
        open(w, u"node-7"_s);
        const std::clock_t before = std::clock();
        for (int i = 0; i < 20; ++i) {
            emit w.link.changed(canned::delta(2 + i, {canned::sshMachine(u"node-%1"_s.arg(i), u"connecting"_s)}));
            w.layOut();
        }
        return std::clock() - before;
    };
    const std::clock_t few = costOfChanges(200);
    const std::clock_t many = costOfChanges(2000);
    QVERIFY2(many < 30 * few, qPrintable(u"%1 and %2"_s.arg(few).arg(many)));
}

// A machine has a row of its own and one as a node; the one that was clicked stays the one that is lit.
void TstMachinePage::nodeRowKeepsSelection()
{
    canned::MachineWindow w(canned::world(1));
    open(w, u"desk"_s);
    auto *tree = w.window->findChild<QTreeView *>();
    const QModelIndex lab = tree->model()->index(0, 0);
    const QModelIndex clusters = tree->model()->index(0, 0, tree->model()->index(0, 0, lab));
    const QModelIndex node = tree->model()->index(0, 0, tree->model()->index(0, 0, clusters));
    QCOMPARE(node.data().toString(), u"desk"_s);
    tree->expand(node.parent());
    tree->setCurrentIndex(lab);
    QTRY_COMPARE(w.page()->resource().name(), u"lab"_s);
    tree->setCurrentIndex(node);
    QTRY_COMPARE(w.page()->resource(), canned::machineId());
    QVERIFY(tree->currentIndex() == node);
}

void TstMachinePage::fitsSmallWindow()
{
    canned::MachineWindow w(worldWith(canned::sshMachine(
        u"gpu-a"_s, u"needs-attention"_s,
        {{u"question"_s, password.toJson()}, {u"linkReason"_s, reason("The password is not known.")}})));
    w.window->resize(1024, 640);
    open(w);
    w.layOut();
    QCOMPARE(w.window->size(), QSize(1024, 640));
    QCOMPARE(w.cutOff(), QStringList());
}

void TstMachinePage::pictures_data()
{
    QTest::addColumn<QString>("what");
    for (const char *what : {"online", "offline", "question", "changed", "doctor", "clean", "local"})
        QTest::newRow(what) << QString::fromLatin1(what);
}

void TstMachinePage::pictures()
{
    QFETCH(QString, what);
    const QString next = QDateTime::currentDateTimeUtc().addSecs(40).toString(Qt::ISODateWithMs);
    const QHash<QString, QJsonObject> machines{
        {u"offline"_s,
         canned::sshMachine(u"gpu-a"_s, u"offline"_s,
                            {{u"linkReason"_s, reason("gpu-a.lab.example does not answer at port 22.")},
                             {u"step"_s, u"connect"_s},
                             {u"nextTry"_s, next}})},
        {u"question"_s,
         canned::sshMachine(u"gpu-a"_s, u"needs-attention"_s,
                            {{u"step"_s, u"authenticate"_s}, {u"question"_s, password.toJson()}})},
        {u"changed"_s,
         canned::sshMachine(u"gpu-a"_s, u"needs-attention"_s,
                            {{u"linkReason"_s,
                              reason("gpu-a.lab.example shows another host key than the "
                                     "one that is known.")},
                             {u"step"_s, u"host-key"_s}})}};
    const QJsonObject full = canned::sshMachine(
        u"gpu-a"_s, u"online"_s,
        {{u"warnings"_s,
          notes({u"systemd ends all processes of ada when the last login ends (KillUserProcesses=yes)."_s})},
         {u"notHonoured"_s, notes({u"ControlMaster auto: connections are kept open by the console itself."_s})}});
    for (const auto look : {ui::LookChoice::Light, ui::LookChoice::Dark}) {
        canned::MachineWindow w(worldWith(machines.value(what, full)), look);
        w.link.answers[u"machine.doctor"_s] = QJsonValue(findings());
        w.link.answers[u"machine.clean"_s] = QJsonValue(QJsonObject{
            {u"removed"_s,
             QJsonArray{u"/home/ada/.batchdeck/agent/5d41402a"_s, u"/home/ada/.batchdeck/jobs/0b2d1c5e/run-1"_s,
                        u"/home/ada/.batchdeck/jobs/0b2d1c5e/run-2"_s}}});
        open(w, what == u"local" ? u"desk"_s : u"gpu-a"_s);
        if (what == u"doctor")
            w.button(u"Doctor"_s)->click();
        if (what == u"clean")
            w.button(u"Delete traces…"_s)->click();
        w.layOut();
        QCOMPARE(w.cutOff(), QStringList());
        QCOMPARE(w.nameless(), QStringList());
        w.picture(u"machine-"_s + what);
    }
}

BATCHDECK_TEST(QApplication, TstMachinePage)
#include "tst_machinepage.moc"
