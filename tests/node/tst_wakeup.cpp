// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/wakeup/wakeup.h"

#include "tests/support/parts.h"
#include "tests/support/real/privatekeyring.h"
#include "tests/support/testmain.h"

#include <QDBusMessage>
#include <QSignalSpy>

#include <sched.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace engine;
using namespace std::chrono_literals;

namespace {

constexpr int quiet = 900; // longer than what networkChanged() gathers
constexpr int addressesMade = 2500; // longer than the kernel asks whether an IPv6 address is taken: two seconds at most

/// python-dbusmock in the place of a service of the system's bus.
class MockService
{
    Q_DISABLE_COPY_MOVE(MockService)

public:
    MockService(const testing::PrivateBus &bus, const QString &serviceTemplate, const QString &service,
                const QString &path)
        : m_bus(bus), m_service(service), m_path(path)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"DBUS_SYSTEM_BUS_ADDRESS"_s, bus.address());
        m_process.setProcessEnvironment(environment);
        m_process.setStandardOutputFile(QProcess::nullDevice());
        m_process.start(u"/usr/bin/python3"_s, {u"-m"_s, u"dbusmock"_s, u"--template"_s, serviceTemplate});
    }

    ~MockService()
    {
        m_process.kill();
        m_process.waitForFinished(testing::patience);
    }

    [[nodiscard]] bool isUp() const { return m_bus.waitForName(m_service); }

    bool say(const QString &interface, const QString &signal, const QString &signature, const QVariant &argument)
    {
        return call(u"EmitSignal"_s, {interface, signal, signature, QVariantList{argument}});
    }

    bool call(const QString &method, const QVariantList &arguments)
    {
        QDBusMessage message =
            QDBusMessage::createMethodCall(m_service, m_path, u"org.freedesktop.DBus.Mock"_s, method);
        message.setArguments(arguments);
        const QDBusMessage answer = m_bus.connection().call(message);
        if (answer.type() != QDBusMessage::ReplyMessage)
            qInfo("%s", qPrintable(answer.errorMessage()));
        return answer.type() == QDBusMessage::ReplyMessage;
    }

private:
    const testing::PrivateBus &m_bus;
    QString m_service;
    QString m_path;
    QProcess m_process;
};

/// Whether nothing more is told for \a silence milliseconds, which QTRY_VERIFY would ask for twice.
bool fallsSilent(QSignalSpy &spy, int silence)
{
    const QDeadlineTimer deadline(testing::patience);
    while (spy.wait(silence)) {
        if (deadline.hasExpired())
            return false;
    }
    return true;
}

bool ip(const QString &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(u"ip"_s, arguments.split(u' '));
    return process.waitForFinished(testing::patience) && process.exitCode() == 0;
}

} // namespace

/// On a bus and, for root, in a network namespace of its own.
class TstWakeup final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();

    void hearsOfASleepFromLogind();
    void seesASleepByTheClocks();
    void hearsOfNetworksFromNetworkManager();
    void hearsOfNetworksFromTheKernel();
    void doesWithoutABus();

private:
    [[nodiscard]] Wakeup::Options options() const
    {
        Wakeup::Options options;
        options.busAddress = m_bus.address();
        options.timeAsleep = [this] { return m_asleep; };
        options.clockInterval = 20ms;
        return options;
    }

    testing::PrivateBus m_bus;
    bool m_isAlone = false; // in its network namespace
    std::chrono::nanoseconds m_asleep{};
};

void TstWakeup::initTestCase()
{
    // This thread's, and that of whatever it starts.
    m_isAlone = getuid() == 0 && unshare(CLONE_NEWNET) == 0;
    SKIP_WITHOUT("dbus");
    QVERIFY(m_bus.start());
}

void TstWakeup::hearsOfASleepFromLogind()
{
    SKIP_WITHOUT("dbusmock");
    MockService logind(m_bus, u"logind"_s, u"org.freedesktop.login1"_s, u"/org/freedesktop/login1"_s);
    QVERIFY(logind.isUp());
    Wakeup wakeup(options());
    QSignalSpy resumed(&wakeup, &Wakeup::resumed);
    QSignalSpy networkChanged(&wakeup, &Wakeup::networkChanged);
    const auto prepare = [&](bool isBefore) {
        return logind.say(u"org.freedesktop.login1.Manager"_s, u"PrepareForSleep"_s, u"b"_s, isBefore);
    };
    // Said again until it listens; it is one sleep however often it is said, and the clocks tell of it as well.
    m_asleep += 1h;
    QTRY_VERIFY(prepare(false) && !resumed.isEmpty());
    QVERIFY(prepare(true) && prepare(false));
    m_asleep += 2s;
    QTest::qWait(200);
    QCOMPARE(resumed.count(), 1);
    QCOMPARE(networkChanged.count(), 0);
}

void TstWakeup::seesASleepByTheClocks()
{
    Wakeup wakeup(options());
    QSignalSpy resumed(&wakeup, &Wakeup::resumed);
    m_asleep += 10ms; // that is no sleep
    QTest::qWait(100);
    QCOMPARE(resumed.count(), 0);
    m_asleep += 3min;
    QTRY_COMPARE(resumed.count(), 1);
    QTest::qWait(100);
    QCOMPARE(resumed.count(), 1);
}

void TstWakeup::hearsOfNetworksFromNetworkManager()
{
    SKIP_WITHOUT("dbusmock");
    MockService manager(m_bus, u"networkmanager"_s, u"org.freedesktop.NetworkManager"_s,
                        u"/org/freedesktop/NetworkManager"_s);
    QVERIFY(manager.isUp());
    Wakeup wakeup(options());
    QSignalSpy changed(&wakeup, &Wakeup::networkChanged);
    const auto setState = [&](uint state) { return manager.call(u"SetGlobalConnectionState"_s, {state}); };
    QTRY_VERIFY(setState(20) && !changed.isEmpty());
    QTest::qWait(quiet);
    changed.clear();

    QVERIFY(setState(20) && setState(70) && setState(20) && setState(70));
    QVERIFY(changed.wait(testing::patience));
    QTest::qWait(quiet);
    QCOMPARE(changed.count(), 1);
    QVERIFY(manager.call(u"SetConnectivity"_s, {2u}));
    QVERIFY(changed.wait(testing::patience));
    QVERIFY(manager.call(u"SetNetworkingEnabled"_s, {false})); // says nothing by itself
    QTest::qWait(quiet);
    QCOMPARE(changed.count(), 2);
}

void TstWakeup::hearsOfNetworksFromTheKernel()
{
    if (!m_isAlone)
        SKIP_UNLESS_ALL("only root gets a network of its own");
    SKIP_WITHOUT("iproute2");
    Wakeup wakeup(options());
    QSignalSpy changed(&wakeup, &Wakeup::networkChanged);
    QTest::qWait(100);
    QVERIFY(ip(u"link set lo up"_s) && ip(u"address add 127.9.9.9/8 dev lo"_s));
    QTest::qWait(quiet);
    QCOMPARE(changed.count(), 0);

    QVERIFY(ip(u"link add v0 type veth peer name v1"_s));
    QVERIFY(ip(u"link set v0 up"_s) && ip(u"link set v1 up"_s));
    QVERIFY(changed.wait(testing::patience));
    QVERIFY(fallsSilent(changed, addressesMade));
    changed.clear();
    for (const QString &act :
         {u"address add 10.9.9.1/24 dev v0"_s, u"route add 10.8.0.0/16 via 10.9.9.2"_s, u"route del 10.8.0.0/16"_s,
          u"address del 10.9.9.1/24 dev v0"_s, u"link set v0 down"_s}) {
        QVERIFY2(ip(act), qPrintable(act));
        QVERIFY2(changed.wait(testing::patience), qPrintable(act));
    }
    QVERIFY(fallsSilent(changed, quiet));
    changed.clear();
    QVERIFY(ip(u"link set v1 alias unseen"_s)); // told by the kernel, and nothing to us
    QTest::qWait(quiet);
    QCOMPARE(changed.count(), 0);
    QVERIFY(ip(u"link del v0"_s));
    QVERIFY(changed.wait(testing::patience));
}

void TstWakeup::doesWithoutABus()
{
    Wakeup::Options without = options();
    without.busAddress = u"unix:path=/nonexistent/bus"_s;
    Wakeup wakeup(without);
    QSignalSpy resumed(&wakeup, &Wakeup::resumed);
    QTest::qWait(50);
    m_asleep += 1h;
    QTRY_COMPARE(resumed.count(), 1);
    const Wakeup usual; // and gone before it listened
}

BATCHDECK_TEST(QCoreApplication, TstWakeup)
#include "tst_wakeup.moc"
