// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/secret/secretstore.h"
#include "engine/secret/sessionbus.h"

#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/real/privatekeyring.h"
#include "tests/support/testmain.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusVirtualObject>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QJsonObject>
#include <QThread>
#include <QTimer>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::await;
using testing::contentOf;
using Place = SecretStore::Place;

/// Against a real keyring on a bus of its own.
class TstSecretStore final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();

    void keepsFetchesAndRemoves_data();
    void keepsFetchesAndRemoves();
    void keepsInMemory();
    void handsItsMemoryOver();
    void worksInOneEngineAfterAnother();
    void leavesNothingInTheClear();
    void doesWithoutABus();
    void doesWithALockedKeyring();
    void goesOnWhenTheKeyringDies();
    void goesOnWhenTheKeyringDiesAtItsWindow();
    void asksTheKeyringThatTakesOver();
    void asksTwoKeyringsAtMost();
    void waitsTenSecondsAtMost();
    void leavesAJobBehind();
    void endsWithAJobUnderWay();
    void worksForAnotherUser();
    void outlivesItsBus();

private:
    testing::PrivateKeyring m_keyring;
};

namespace {

const QString profile = u"0b7c"_s;

// What a new engine finds; "(nothing)" when there is none.
QString fetched(const QString &name, const QString &profileId = profile)
{
    SecretStore store(profileId);
    const auto value = await(store.fetch(name));
    return !value ? u"(error)"_s : value->has_value() ? (*value)->text() : u"(nothing)"_s;
}

// "keyring", or "memory: REASON".
QString kept(SecretStore &store, const QString &name, const QString &value)
{
    const auto result = await(store.keep(name, value, Place::Keyring));
    if (!result)
        return result.error().message.englishText();
    return result->place == Place::Keyring && result->reason.isEmpty()
        ? u"keyring"_s
        : QString(u"memory: "_s + result->reason.englishText());
}

const QString secretsName = u"org.freedesktop.secrets"_s;

/// A program with a name on the session bus, which never answers a call, and keeps its connection when the name goes.
class SilentProgram final : public QDBusVirtualObject
{
    Q_DISABLE_COPY_MOVE(SilentProgram)

public:
    explicit SilentProgram(const QString &name)
        : m_name(name), m_bus(QDBusConnection::connectToBus(qEnvironmentVariable("DBUS_SESSION_BUS_ADDRESS"),
                                                            QString::number(++s_connections)))
    {
    }
    ~SilentProgram() override { QDBusConnection::disconnectFromBus(m_bus.name()); }

    /// Also from another silent program.
    [[nodiscard]] bool takeName()
    {
        m_bus.registerVirtualObject(u"/org"_s, this, QDBusConnection::SubPath);
        return m_bus.interface()
                   ->registerService(m_name, QDBusConnectionInterface::ReplaceExistingService,
                                     QDBusConnectionInterface::AllowReplacement)
                   .value()
            == QDBusConnectionInterface::ServiceRegistered;
    }
    void giveNameBack() { m_bus.unregisterService(m_name); }
    [[nodiscard]] int calls() const { return m_calls; }

    QString introspect(const QString &) const override { return {}; }
    bool handleMessage(const QDBusMessage &, const QDBusConnection &) override
    {
        ++m_calls;
        return true;
    }

private:
    inline static int s_connections = 0;

    QString m_name;
    QDBusConnection m_bus;
    int m_calls = 0;
};

constexpr uid_t otherUser = 65534; // worksForAnotherUser()

} // namespace

void TstSecretStore::initTestCase()
{
    if (getuid() != otherUser) { // who need not be able to read our sources
        SKIP_WITHOUT("dbus");
        SKIP_WITHOUT("gnome-keyring");
    }
    QVERIFY(m_keyring.start());
}

void TstSecretStore::cleanup()
{
    m_keyring.resumeKeyring();
}

void TstSecretStore::keepsFetchesAndRemoves_data()
{
    QTest::addColumn<QString>("value");
    QTest::newRow("ASCII") << u"correct horse"_s;
    QTest::newRow("UTF-8") << u"pässwörd 🔑 密码"_s;
    QTest::newRow("empty") << u""_s;
    QTest::newRow("line feeds") << u"\n-----BEGIN-----\n\n"_s;
    QTest::newRow("a NUL within") << QString(u"a\0b"_s);
    QTest::newRow("64 KiB") << QString(64 * 1024, u'x');
}

void TstSecretStore::keepsFetchesAndRemoves()
{
    QFETCH(QString, value);
    const QString name = u"passphrase:/home/a b/.ssh/id"_s;
    {
        SecretStore store(profile);
        QCOMPARE(kept(store, name, u"an older one"_s), u"keyring"_s);
        QCOMPARE(kept(store, name, value), u"keyring"_s);
        QCOMPARE(*await(store.fetch(name)), value);
        QVERIFY(store.memory().isEmpty()); // the next engine has the keyring
    }
    QCOMPARE(fetched(name), value);
    QCOMPARE(fetched(name, u"another"_s), u"(nothing)"_s);
    SecretStore store(profile);
    VERIFY_RESULT(await(store.remove(name)));
    QCOMPARE(fetched(name), u"(nothing)"_s);
    VERIFY_RESULT(await(store.remove(name)));
}

void TstSecretStore::keepsInMemory()
{
    SecretStore store(profile);
    const auto result = await(store.keep(u"m"_s, u"value"_s, Place::Memory));
    VERIFY_RESULT(result);
    QVERIFY(result->place == Place::Memory && result->reason.isEmpty());
    const Secret mine = **await(store.fetch(u"m"_s));
    QCOMPARE(mine, u"value"_s);
    QCOMPARE(fetched(u"m"_s), u"(nothing)"_s);
    VERIFY_RESULT(await(store.remove(u"m"_s)));
    QCOMPARE(mine, u"value"_s); // overwritten in the store, not where it was handed out
    QVERIFY(!await(store.fetch(u"m"_s))->has_value());
}

void TstSecretStore::handsItsMemoryOver()
{
    SecretStore before(profile);
    VERIFY_RESULT(await(before.keep(u"m"_s, u"ä 🔑"_s, Place::Memory)));
    VERIFY_RESULT(await(before.keep(u"k"_s, u"kept"_s, Place::Keyring)));
    QCOMPARE(before.memory(), (QJsonObject{{u"m"_s, u"ä 🔑"_s}}));
    SecretStore after(profile);
    VERIFY_RESULT(await(after.keep(u"m"_s, u"its own, older"_s, Place::Memory)));
    after.restoreMemory(before.memory());
    QCOMPARE(**await(after.fetch(u"m"_s)), u"ä 🔑"_s);
    QCOMPARE(**await(after.fetch(u"k"_s)), u"kept"_s);
    QCOMPARE(after.memory(), before.memory());
}

// As in a program that runs one engine, ends it, and runs the next.
void TstSecretStore::worksInOneEngineAfterAnother()
{
    for (const QString &value : {u"first"_s, u"second"_s}) {
        QThread thread;
        auto *store = new SecretStore(profile);
        store->moveToThread(&thread);
        connect(&thread, &QThread::finished, store, &QObject::deleteLater);
        thread.start();
        QPromise<Result<SecretStore::Kept>> promise;
        promise.start();
        const auto future = promise.future();
        QMetaObject::invokeMethod(store, [store, value, promise = std::move(promise)]() mutable {
            store->keep(u"t"_s, value, Place::Keyring)
                .then([promise = std::move(promise)](const Result<SecretStore::Kept> &kept) mutable {
                    promise.addResult(kept);
                    promise.finish();
                });
        });
        const auto result = await(future);
        thread.quit();
        thread.wait();
        VERIFY_RESULT(result);
        QVERIFY(result->place == Place::Keyring);
        QCOMPARE(fetched(u"t"_s), value);
    }
}

void TstSecretStore::leavesNothingInTheClear()
{
    const QByteArray secret = "nothing-of-this-is-to-be-seen";
    SecretStore store(profile);
    QCOMPARE(kept(store, u"clear"_s, QString::fromLatin1(secret)), u"keyring"_s);
    QCOMPARE(fetched(u"clear"_s), QString::fromLatin1(secret));

    QStringList paths;
    for (QDirIterator files(m_keyring.home(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
         files.hasNext();)
        paths.append(files.next());
    QVERIFY(paths.join(u' ').contains(u"login.keyring"_s));
    // The bus and the keyring are children of the test.
    QList<qint64> processes{QCoreApplication::applicationPid()};
    processes += testing::childrenOf(processes.constFirst());
    QVERIFY(processes.size() > 2);
    for (const qint64 pid : std::as_const(processes)) {
        for (const QString &file : {u"/cmdline"_s, u"/environ"_s})
            paths.append(u"/proc/%1"_s.arg(pid) + file);
    }
    for (const QString &path : std::as_const(paths)) {
        const QByteArray content = contentOf(path);
        QVERIFY2(!content.contains(secret) && !content.contains(secret.toBase64()), qPrintable(path));
    }
}

void TstSecretStore::doesWithoutABus()
{
    const QByteArray bus = qgetenv("DBUS_SESSION_BUS_ADDRESS");
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    SecretStore store(profile);
    const QString answer = kept(store, u"n"_s, u"value"_s);
    const QString other = fetched(u"n"_s);
    const auto removed = await(store.remove(u"other"_s));
    qputenv("DBUS_SESSION_BUS_ADDRESS", bus);
    QCOMPARE(answer, u"memory: This session has no D-Bus, and so no keyring."_s);
    QCOMPARE(other, u"(nothing)"_s);
    VERIFY_RESULT(removed);
    QCOMPARE(**await(store.fetch(u"n"_s)), u"value"_s);
    QCOMPARE(store.memory(), (QJsonObject{{u"n"_s, u"value"_s}}));
}

void TstSecretStore::doesWithALockedKeyring()
{
    SecretStore store(profile);
    QCOMPARE(kept(store, u"before"_s, u"value"_s), u"keyring"_s);
    QVERIFY(m_keyring.lock());
    QCOMPARE(kept(store, u"l"_s, u"value"_s), u"memory: The keyring is locked."_s);
    QCOMPARE(**await(store.fetch(u"l"_s)), u"value"_s);
    QCOMPARE(fetched(u"before"_s), u"(nothing)"_s);
    const auto removed = await(store.remove(u"before"_s));
    QVERIFY2(!removed, "it is still in the keyring");
    QVERIFY(m_keyring.startKeyring());
    QCOMPARE(fetched(u"before"_s), u"value"_s);
    QCOMPARE(fetched(u"l"_s), u"(nothing)"_s);
}

void TstSecretStore::goesOnWhenTheKeyringDies()
{
    SecretStore store(profile);
    m_keyring.pauseKeyring();
    const auto keeping = store.keep(u"d"_s, u"value"_s, Place::Keyring);
    const auto fetching = store.fetch(u"unknown"_s);
    QTest::qWait(100); // into the middle: the request has left
    m_keyring.killKeyring();
    const auto result = await(keeping);
    VERIFY_RESULT(result);
    QVERIFY(result->place == Place::Memory && !result->reason.isEmpty());
    QVERIFY(!await(fetching)->has_value());
    QCOMPARE(**await(store.fetch(u"d"_s)), u"value"_s);
    QVERIFY(m_keyring.startKeyring());
    QCOMPARE(kept(store, u"d"_s, u"value"_s), u"keyring"_s);
    QCOMPARE(fetched(u"d"_s), u"value"_s);
}

// libsecret never answers a request whose window goes with the keyring.
void TstSecretStore::goesOnWhenTheKeyringDiesAtItsWindow()
{
    SecretStore store(profile);
    QCOMPARE(kept(store, u"w"_s, u"older"_s), u"keyring"_s);
    SilentProgram prompter(u"org.gnome.keyring.SystemPrompter"_s);
    QVERIFY(prompter.takeName());
    QVERIFY(m_keyring.lock());
    const auto keeping = store.keep(u"w"_s, u"value"_s, Place::Keyring);
    const auto fetching = store.fetch(u"unknown"_s);
    QTRY_VERIFY(prompter.calls() > 0);
    QVERIFY(!keeping.isFinished());
    m_keyring.killKeyring();
    const auto result = await(keeping);
    VERIFY_RESULT(result);
    const QString reason = result->reason.englishText();
    QVERIFY2(result->place == Place::Memory && reason.startsWith(u"The keyring cannot be used: "_s),
             qPrintable(reason));
    QVERIFY(!await(fetching)->has_value());
    QVERIFY(m_keyring.startKeyring());
    QCOMPARE(fetched(u"w"_s), u"older"_s);
    QCOMPARE(kept(store, u"w"_s, u"value"_s), u"keyring"_s);
    QCOMPARE(fetched(u"w"_s), u"value"_s);
}

void TstSecretStore::asksTheKeyringThatTakesOver()
{
    SecretStore store(profile);
    QCOMPARE(kept(store, u"t"_s, u"value"_s), u"keyring"_s);
    m_keyring.killKeyring();
    SilentProgram silent(secretsName);
    QVERIFY(silent.takeName());
    QVERIFY(m_keyring.startKeyringInLine());
    forgetSecretService();
    SecretStore other(profile);
    const auto fetching = other.fetch(u"t"_s);
    QTRY_VERIFY(silent.calls() > 0);
    QVERIFY(!fetching.isFinished());
    silent.giveNameBack();
    const auto value = await(fetching);
    VERIFY_RESULT(value);
    QVERIFY(value->has_value());
    QCOMPARE(**value, u"value"_s);
}

void TstSecretStore::asksTwoKeyringsAtMost()
{
    m_keyring.killKeyring();
    SilentProgram silent(secretsName);
    SilentProgram other(secretsName);
    QVERIFY(silent.takeName());
    QVERIFY(m_keyring.startKeyringInLine());
    forgetSecretService();
    SecretStore store(profile);
    const auto keeping = store.keep(u"a"_s, u"value"_s, Place::Keyring);
    QTRY_VERIFY(silent.calls() > 0);
    for (int changes = 0; changes < 5 && !keeping.isFinished(); ++changes) {
        QVERIFY((changes % 2 == 0 ? other : silent).takeName());
        QTest::qWait(1500); // longer than an answer is waited for after a change
    }
    const auto result = await(keeping);
    VERIFY_RESULT(result);
    QCOMPARE(result->reason.englishText(), u"The keyring cannot be used: its program has ended"_s);
    silent.giveNameBack();
    other.giveNameBack();
    QCOMPARE(kept(store, u"a"_s, u"value"_s), u"keyring"_s);
    QCOMPARE(fetched(u"a"_s), u"value"_s);
}

void TstSecretStore::waitsTenSecondsAtMost()
{
    SecretStore store(profile);
    QElapsedTimer clock;
    clock.start();
    QSet<qint64> ticked; // the seconds in which this thread's loop ran
    QTimer ticks;
    connect(&ticks, &QTimer::timeout, this, [&] { ticked.insert(clock.elapsed() / 1000); });
    ticks.start(10);
    m_keyring.pauseKeyring();
    const auto fetching = store.fetch(u"unknown"_s);
    const auto removing = store.remove(u"unknown"_s);
    QCOMPARE(kept(store, u"s"_s, u"value"_s), u"memory: The keyring did not answer within 10 s."_s);
    QVERIFY(clock.elapsed() >= 9'900);
    QVERIFY(ticked.size() >= 9);
    QVERIFY(!await(fetching)->has_value());
    const auto removed = await(removing);
    QVERIFY(!removed && removed.error().code == ErrorCode::Timeout);
    m_keyring.resumeKeyring();
    // The queue moves again; what was given up meanwhile is not done behind the user's back.
    QTRY_COMPARE(kept(store, u"s2"_s, u"value"_s), u"keyring"_s);
    QCOMPARE(fetched(u"s"_s), u"(nothing)"_s);
    QCOMPARE(store.memory(), (QJsonObject{{u"s"_s, u"value"_s}}));
}

void TstSecretStore::leavesAJobBehind()
{
    m_keyring.pauseKeyring();
    SecretStore store(profile);
    const auto keeping = store.keep(u"b"_s, u"value"_s, Place::Keyring);
    const auto fetching = store.fetch(u"unknown"_s);
    QTest::qWait(100); // the first is under way, the second waits
    QVERIFY(!keeping.isFinished() && !fetching.isFinished());
}

void TstSecretStore::endsWithAJobUnderWay()
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    testing::startOwnProgram(process, {u"leavesAJobBehind"_s});
    QVERIFY(process.waitForFinished(testing::patience));
    const QByteArray output = process.readAll();
    QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0, output.constData());
    QVERIFY(output.contains("PASS   : TstSecretStore::leavesAJobBehind"));
}

void TstSecretStore::worksForAnotherUser()
{
    if (getuid() != 0)
        SKIP_UNLESS_ALL("only root can become another user");
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(u"setpriv"_s,
                  QStringList{u"--reuid=%1"_s.arg(otherUser), u"--regid=65534"_s, u"--clear-groups"_s,
                              QCoreApplication::applicationFilePath()}
                      + testing::ownArguments({u"keepsFetchesAndRemoves"_s, u"doesWithALockedKeyring"_s}));
    QVERIFY(process.waitForFinished(testing::patience));
    const QByteArray output = process.readAll();
    QVERIFY2(process.exitCode() == 0 && output.contains("PASS   : TstSecretStore::doesWithALockedKeyring"),
             output.constData());
}

// Of a user who logs out while an engine goes on. Last, because a process has one session bus.
void TstSecretStore::outlivesItsBus()
{
    SecretStore store(profile);
    QCOMPARE(kept(store, u"o"_s, u"value"_s), u"keyring"_s);
    m_keyring.stopBus();
    QTRY_VERIFY(kept(store, u"o"_s, u"value"_s).startsWith(u"memory: "_s));
    QCOMPARE(**await(store.fetch(u"o"_s)), u"value"_s);
    QTest::qWait(300); // glib's SIGTERM would have ended this process by now
}

BATCHDECK_TEST(QCoreApplication, TstSecretStore)
#include "tst_secretstore.moc"
