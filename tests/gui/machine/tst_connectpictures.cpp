// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/machine/connectwindow.h"
#include "tests/support/testmain.h"

#include <QApplication>

using namespace canned;
using namespace Qt::StringLiterals;
using engine::ErrorCode;

/// How the pages on the way to a machine look in every state.
class TstConnectPictures final : public QObject
{
    Q_OBJECT

private slots:
    void fitsSmallWindow();
    void pictures_data();
    void pictures();
};

void TstConnectPictures::fitsSmallWindow()
{
    ConnectWindow w(resources());
    w.link.answers[u"machine.hosts"_s] = QJsonValue(hosts(3));
    w.window->resize(1024, 640);
    w.start();
    for (const auto &answer : {asking(ErrorCode::HostKeyUnknown, hostKey), changedKey()}) {
        w.link.release(u"machine.add"_s, answer);
        w.layOut();
        QCOMPARE(w.window->size(), QSize(1024, 640));
        QCOMPARE(w.cutOff(), QStringList());
        if (answer.question)
            w.find<QPushButton>("acceptAnswer")->click();
    }
}

void TstConnectPictures::pictures_data()
{
    QTest::addColumn<int>("hostCount");
    QTest::addColumn<QString>("what");
    for (const char *what : {"empty", "typed", "running", "resolve", "connect", "changed", "authenticate", "probe",
                             "hostkey", "passphrase", "password", "prompts", "ready", "cluster", "home"})
        QTest::newRow(what) << 3 << QString::fromLatin1(what);
    QTest::newRow("none") << 0 << u"empty"_s;
    QTest::newRow("many") << 2000 << u"empty"_s;
}

// Every state paints itself in both looks, and nothing is cut off; the pictures are left to be looked at.
void TstConnectPictures::pictures()
{
    QFETCH(int, hostCount);
    QFETCH(QString, what);
    const QHash<QString, Answer> answers{
        {u"resolve"_s,
         failure(ErrorCode::Unreachable, "There is no host gpu-a.lab.example: the name is not known.",
                 u"getaddrinfo: Name or service not known"_s)},
        {u"connect"_s,
         failure(ErrorCode::Unreachable, "gpu-a.lab.example refuses connections at port 22.",
                 u"connect: Connection refused"_s)},
        {u"changed"_s, changedKey()},
        {u"authenticate"_s,
         failure(ErrorCode::AuthenticationFailed,
                 "gpu-a.lab.example accepts none of the 3 keys that were offered for ada.", u"publickey,password"_s)},
        {u"probe"_s,
         failure(ErrorCode::CommandFailed,
                 "The login shell there prints a text of its own before it runs a "
                 "command.")},
        {u"hostkey"_s, asking(ErrorCode::HostKeyUnknown, hostKey)},
        {u"passphrase"_s, asking(ErrorCode::AuthenticationFailed, passphrase, true)},
        {u"password"_s, asking(ErrorCode::AuthenticationFailed, password)},
        {u"prompts"_s, asking(ErrorCode::AuthenticationFailed, prompts)},
        {u"ready"_s, QJsonValue(sshMachine(u"gpu-a"_s, u"online"_s))}};
    QList<QRgb> grounds;
    for (const auto look : {ui::LookChoice::Light, ui::LookChoice::Dark}) {
        ConnectWindow w(what == u"home" ? QJsonArray() : resources(), look);
        w.link.answers[u"machine.hosts"_s] = QJsonValue(hosts(hostCount));
        if (what == u"home")
            QTRY_VERIFY(w.isReady());
        else if (what == u"empty")
            w.open();
        else if (what != u"typed" && what != u"cluster")
            w.start();
        else
            w.open();
        if (what == u"typed")
            QTest::keyClicks(w.find<QLineEdit>("destination"), u"ada@gpu-b:99999"_s);
        if (what == u"cluster")
            w.trigger(u"Ctrl+Alt+C"_s);
        if (what == u"connect" || what == u"running" || what == u"probe")
            w.tellStep(what == u"running" ? u"authenticate"_s : what);
        if (answers.contains(what))
            w.link.release(u"machine.add"_s, answers.value(what, w.link.fallback));
        w.layOut();
        QCOMPARE(w.cutOff(), QStringList());
        QCOMPARE(w.nameless(), QStringList());
        grounds.append(w.picture(u"connect-%1"_s.arg(QString::fromLatin1(QTest::currentDataTag()))));
    }
    QVERIFY(qGray(grounds[0]) > 200);
    QVERIFY(qGray(grounds[1]) < 60);
}

BATCHDECK_TEST(QApplication, TstConnectPictures)
#include "tst_connectpictures.moc"
