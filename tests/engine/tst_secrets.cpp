// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/engine.h"
#include "engine/rpc/blockinglink.h"
#include "engine/rpc/profile/profilelock.h"

#include "tests/engine/installation.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/real/privatekeyring.h"
#include "tests/support/testmain.h"

#include <QDirIterator>

using namespace Qt::StringLiterals;
using namespace engine;
using namespace std::chrono_literals;
using testing::await;
using testing::contentOf;
using testing::Installation;
using testing::Outcome;

namespace {

const QString secretName = u"password:anna@node 1:22"_s;
const QByteArray secretValue = "nöthing of this is to be seen";

QByteArray listed(const Installation &installation)
{
    return installation.batchctl({u"secret"_s, u"list"_s, u"-o"_s, u"tsv"_s}).output;
}

} // namespace

/// Secrets through the built programs, without a keyring and with one, and from one engine to the next.
class TstSecrets final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void keepsItInMemoryWithoutAKeyring();
    void refusesWhatIsNoSecret_data();
    void refusesWhatIsNoSecret();
    void handsItOver();
    void givesItToNobodyElse();
    void asksUnseenOnATerminal();
    void knowsTheNamesOfWhatIsInTheKeyring(); // last: from then on there is one

private:
    QTemporaryDir m_session;
    std::unique_ptr<Installation> m_installation;
};

void TstSecrets::init()
{
    qputenv("XDG_RUNTIME_DIR", m_session.path().toUtf8());
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    m_installation = std::make_unique<Installation>();
}

void TstSecrets::cleanup()
{
    m_installation.reset();
}

void TstSecrets::keepsItInMemoryWithoutAKeyring()
{
    const Outcome set = m_installation->batchctl({u"secret"_s, u"set"_s, secretName}, secretValue + '\n');
    QCOMPARE(set.exitCode, 0);
    QCOMPARE(set.errorOutput,
             "This session has no D-Bus, and so no keyring. The secret is kept in memory until the engine ends.\n");
    QCOMPARE(listed(*m_installation), QByteArray(secretName.toUtf8() + "\tmemory\n"));
    for (QDirIterator files(m_installation->profile(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
         files.hasNext();) {
        const QString path = files.next();
        QVERIFY2(!contentOf(path).contains(secretValue), qPrintable(path));
    }
    QCOMPARE(m_installation->batchctl({u"secret"_s, u"remove"_s, secretName}).exitCode, 2); // without -y
    QCOMPARE(m_installation->batchctl({u"secret"_s, u"remove"_s, secretName, u"-y"_s}).exitCode, 0);
    QCOMPARE(listed(*m_installation), QByteArray());
    QCOMPARE(m_installation->batchctl({u"secret"_s, u"remove"_s, secretName, u"-y"_s}).exitCode, 0);
}

void TstSecrets::refusesWhatIsNoSecret_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("value as an argument") << QStringList{secretName, u"value"_s} << QByteArray() << 2;
    QTest::newRow("no name") << QStringList{} << QByteArray("v") << 2;
    QTest::newRow("name of two lines") << QStringList{u"password:a\nb"_s} << QByteArray("v") << 4;
    QTest::newRow("name of nothing") << QStringList{u"wifi"_s} << QByteArray("v") << 4;
    QTest::newRow("empty") << QStringList{secretName} << QByteArray("\n") << 4;
    QTest::newRow("too long") << QStringList{secretName} << QByteArray(64 * 1024 + 1, 'x') << 4;
    QTest::newRow("no UTF-8") << QStringList{secretName} << QByteArray("\xff\xfe") << 4;
    QTest::newRow("of no job") << QStringList{u"job:x:TOKEN"_s} << QByteArray("v") << 4;
    QTest::newRow("for jobs") << QStringList{u"secret:hub"_s} << QByteArray("v") << 0;
    QTest::newRow("as long as may be") << QStringList{secretName} << QByteArray(64 * 1024, 'x') + '\n' << 0;
}

void TstSecrets::refusesWhatIsNoSecret()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, input);
    const Outcome set = m_installation->batchctl(QStringList{u"secret"_s, u"set"_s} + words, input);
    QTEST(set.exitCode, "exitCode");
    QCOMPARE(listed(*m_installation).isEmpty(), set.exitCode != 0);
}

void TstSecrets::handsItOver()
{
    QCOMPARE(m_installation->batchctl({u"secret"_s, u"set"_s, secretName}, secretValue).exitCode, 0);
    auto console = Engine::create(m_installation->profile(), EngineKind::Console);
    VERIFY_RESULT(console);
    QVERIFY((*console)->isOwn());
    const auto secrets = await((*console)->link().call(u"secret.list"_s, {}));
    VERIFY_RESULT(secrets);
    const QJsonObject entry{{u"name"_s, secretName}, {u"place"_s, u"memory"_s}};
    QCOMPARE(secrets->toArray(), QJsonArray{entry});
    // A console keeps its engine, and what it holds.
    const auto released = await((*console)->link().call(u"engine.release"_s, {}));
    QVERIFY(!released && released.error().code == ErrorCode::Conflict);
}

void TstSecrets::givesItToNobodyElse()
{
    QCOMPARE(m_installation->batchctl({u"secret"_s, u"set"_s, secretName}, secretValue).exitCode, 0);
    BlockingLink link(m_installation->profile(), BlockingLink::Start::Never);
    const auto stopped = link.call(u"engine.stop"_s, {});
    VERIFY_RESULT(stopped);
    QCOMPARE(stopped->toObject(), QJsonObject());

    QCOMPARE(m_installation->batchctl({u"secret"_s, u"set"_s, secretName}, secretValue).exitCode, 0);
    QJsonObject secrets;
    const auto lock = acquireProfile(m_installation->profile(), EngineKind::Console, Engine::Attach::Never, &secrets);
    VERIFY_RESULT(lock);
    QCOMPARE(secrets, (QJsonObject{{secretName, QString::fromUtf8(secretValue)}}));
}

void TstSecrets::asksUnseenOnATerminal()
{
    QCOMPARE(m_installation->batchctl({u"secret"_s, u"list"_s}).exitCode, 0); // its engine is not the terminal's
    const auto typed = [this](const QByteArray &keys) {
        const QString command = u"'%1' --profile '%2' secret set password:typed"_s.arg(
            QStringLiteral(BATCHDECK_BUILD_DIR "/app/batchctl"), m_installation->profile());
        QProcess terminal;
        terminal.setProcessChannelMode(QProcess::MergedChannels);
        terminal.start(u"script"_s, {u"-qec"_s, command, u"/dev/null"_s});
        QByteArray seen;
        while (!seen.contains("typed: ") && terminal.waitForReadyRead(testing::patience))
            seen += terminal.readAll();
        terminal.write(keys);
        const bool isOver = terminal.waitForFinished(testing::patience);
        return std::pair(isOver ? terminal.exitCode() : -1, QByteArray(seen + terminal.readAll()));
    };
    const auto [refused, none] = typed("half a sec\x03");
    QVERIFY(refused != 0);
    QCOMPARE(listed(*m_installation), QByteArray());
    const auto [code, seen] = typed(secretValue + '\n');
    QVERIFY2(code == 0, seen.constData());
    QVERIFY2(!seen.contains("seen"), seen.constData());
    const Outcome list = m_installation->batchctl({u"secret"_s, u"list"_s, u"-o"_s, u"json"_s});
    const QJsonObject entry{{u"name"_s, u"password:typed"_s}, {u"place"_s, u"memory"_s}};
    QCOMPARE(list.json().toArray(), QJsonArray{entry});
    QJsonObject secrets;
    VERIFY_RESULT(acquireProfile(m_installation->profile(), EngineKind::Console, Engine::Attach::Never, &secrets));
    QCOMPARE(secrets.value(u"password:typed"_s).toString(), QString::fromUtf8(secretValue));
}

void TstSecrets::knowsTheNamesOfWhatIsInTheKeyring()
{
    SKIP_WITHOUT("dbus");
    SKIP_WITHOUT("gnome-keyring");
    testing::PrivateKeyring keyring;
    QVERIFY(keyring.start());
    const Outcome set = m_installation->batchctl({u"secret"_s, u"set"_s, secretName}, secretValue);
    QVERIFY2(set.exitCode == 0 && set.errorOutput.isEmpty(), set.errorOutput.constData());
    const QByteArray inKeyring = secretName.toUtf8() + "\tkeyring\n";
    QCOMPARE(listed(*m_installation), inKeyring);
    QCOMPARE(m_installation->batchctl({u"stop"_s}).exitCode, 0);
    QCOMPARE(listed(*m_installation), inKeyring);
    QVERIFY(keyring.lock());
    QVERIFY(m_installation->batchctl({u"secret"_s, u"remove"_s, secretName, u"-y"_s}).exitCode != 0);
    QCOMPARE(listed(*m_installation), inKeyring);
    QVERIFY(keyring.startKeyring());
    const Outcome removed = m_installation->batchctl({u"secret"_s, u"remove"_s, secretName, u"-y"_s});
    QVERIFY2(removed.exitCode == 0, removed.errorOutput.constData());
    QCOMPARE(listed(*m_installation), QByteArray());

    // What a kill between the secrets of a job, or of a cluster, and its record left goes at the next start.
    QCOMPARE(m_installation->makeCluster(), QByteArray());
    const QJsonValue desk =
        m_installation->batchctl({u"cluster"_s, u"show"_s, u"-n"_s, u"desk"_s, u"-o"_s, u"json"_s}).json();
    const QString uuid = desk[u"properties"_s][u"x-batchdeck"_s][u"uuid"_s].toString();
    QVERIFY(!uuid.isEmpty());
    const QString orphan = u"%1:0b7c4a52-6f0e-4f4e-9c39-4f3c2f0f7f11:TOKEN"_s;
    const QString wanted = u"cluster:"_s + uuid + u":TOKEN"_s;
    for (const QString &each : {orphan.arg(u"job"_s), orphan.arg(u"cluster"_s), wanted})
        QCOMPARE(m_installation->batchctl({u"secret"_s, u"set"_s, each}, secretValue).exitCode, 0);
    QCOMPARE(listed(*m_installation).count("\tkeyring\n"), 3);
    QCOMPARE(m_installation->batchctl({u"stop"_s}).exitCode, 0);
    QTRY_COMPARE(listed(*m_installation), QByteArray(wanted.toUtf8() + "\tkeyring\n"));
    m_installation.reset();
}

BATCHDECK_TEST(QCoreApplication, TstSecrets)
#include "tst_secrets.moc"
