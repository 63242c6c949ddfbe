// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/sshhost.h"
#include "engine/remote/bulksession.h"
#include "engine/ssh/connect/sshtransport.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <array>
#include <csignal>

using namespace engine;
using testing::await;
using testing::SshServer;

/// Which sessions of an open host serve once more. A real sshd.
class TstBulkSessions final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void servesWhoComesNext();
    void servesOneAtATime();
    void servesNobodyElse_data();
    void servesNobodyElse();
    void areThereBeforeTheyAreAskedFor();
    void endsWithTheHost();
    void endsWithWhoGivesItUp();

private:
    using Session = std::shared_ptr<BulkSession>;

    [[nodiscard]] Session open();
    /// The port from which it came, which is its own.
    [[nodiscard]] static QByteArray nameOf(BulkSession &session);

    SshServer m_server;
    std::shared_ptr<SshTransport> m_transport;
    std::unique_ptr<SshHost> m_host;
    [[nodiscard]] bool isOnlyBefore(const QList<qint64> &processes) const
    {
        return std::all_of(processes.cbegin(), processes.cend(),
                           [this](qint64 process) { return m_before.contains(process); });
    }

    QList<qint64> m_before; // what serves others
};

void TstBulkSessions::initTestCase()
{
    SKIP_WITHOUT("sshd");
    QVERIFY(m_server.start());
    m_transport = std::make_shared<SshTransport>(m_server.knownHostsFile());
    m_transport->setAgentSocket({});
}

void TstBulkSessions::init()
{
    SshSpec spec;
    spec.destination = m_server.destination();
    spec.identityFile = m_server.identityFile();
    spec.configFile = QStringLiteral("/dev/null");
    m_host = std::make_unique<SshHost>(m_transport, spec);
    VERIFY_RESULT(await(m_host->open()));
}

TstBulkSessions::Session TstBulkSessions::open()
{
    const auto session = await(m_host->openBulk());
    return session ? *session : Session();
}

QByteArray TstBulkSessions::nameOf(BulkSession &session)
{
    const auto command = session.start("set -- $SSH_CONNECTION; echo \"$2\"");
    if (!command || !(*command)->closeInput())
        return {};
    const auto result = (*command)->finish();
    return result ? result->output.trimmed() : QByteArray();
}

void TstBulkSessions::servesWhoComesNext()
{
    auto session = open();
    QVERIFY(session);
    const QByteArray name = nameOf(*session);
    QVERIFY(!name.isEmpty());
    for (int i = 0; i < 3; ++i) {
        session->keep();
        session.reset();
        session = open();
        QVERIFY(session);
        QCOMPARE(nameOf(*session), name);
    }
    session.reset(); // and was not kept again
    session = open();
    QVERIFY(session);
    QVERIFY(nameOf(*session) != name);
}

void TstBulkSessions::servesOneAtATime()
{
    QByteArrayList names;
    for (int round = 0; round < 2; ++round) {
        QList<Session> sessions;
        QByteArrayList now;
        for (int i = 0; i < 3; ++i) {
            sessions.append(open());
            QVERIFY(sessions.constLast());
            now.append(nameOf(*sessions.constLast()));
        }
        std::sort(now.begin(), now.end());
        QCOMPARE(QSet<QByteArray>(now.cbegin(), now.cend()).size(), 3);
        QVERIFY(names.isEmpty() || names == now);
        names = now;
        for (const Session &session : std::as_const(sessions))
            session->keep();
    }
}

void TstBulkSessions::servesNobodyElse_data()
{
    QTest::addColumn<std::function<void(BulkSession &)>>("spoil");
    const auto row = [](const char *name, std::function<void(BulkSession &)> spoil) {
        QTest::newRow(name) << std::move(spoil);
    };
    row("with a command that was not heard to its end", [](BulkSession &session) { (void)session.start("cat"); });
    row("aborted", [](BulkSession &session) { session.abort(); });
    row("that served files", [](BulkSession &session) { QVERIFY(session.sftp()); });
    row("that the machine has ended", [this](BulkSession &) {
        for (const qint64 process : m_server.sessions()) {
            if (!m_before.contains(process))
                ::kill(pid_t(process), SIGKILL);
        }
        QTRY_VERIFY(isOnlyBefore(m_server.sessions()));
    });
}

void TstBulkSessions::servesNobodyElse()
{
    QFETCH(std::function<void(BulkSession &)>, spoil);
    m_before = m_server.sessions();
    auto session = open();
    QVERIFY(session);
    const QByteArray name = nameOf(*session);
    QVERIFY(!name.isEmpty());
    spoil(*session);
    session->keep();
    session.reset();
    session = open();
    QVERIFY(session);
    const QByteArray other = nameOf(*session);
    QVERIFY(!other.isEmpty());
    QVERIFY(other != name);
}

void TstBulkSessions::areThereBeforeTheyAreAskedFor()
{
    const auto logins = [this, before = m_server.log().count("Accepted publickey")] {
        return m_server.log().count("Accepted publickey") - before;
    };
    Session first = open();
    QVERIFY(first);
    m_host->prepareBulk(3);
    m_host->prepareBulk(3); // of which one is lent, and two are coming
    QTRY_COMPARE(logins(), 3);
    first->keep();
    first.reset();
    VERIFY_RESULT(await(m_host->run({"echo"}))); // meanwhile the logins end on our side, too
    {
        const std::array sessions{open(), open(), open()};
        QVERIFY(sessions[0] && sessions[1] && sessions[2]);
        QVERIFY2(logins() <= 4, QByteArray::number(logins())); // one may have been too late
    }
    m_host->close(); // and with it one that was late
    VERIFY_RESULT(await(m_host->open()));
    const qsizetype before = logins();
    m_host->prepareBulk(2); // those have ended
    QTRY_COMPARE(logins(), before + 2);
}

void TstBulkSessions::endsWithTheHost()
{
    auto kept = open();
    auto late = open();
    QVERIFY(kept && late);
    QVERIFY(!nameOf(*kept).isEmpty());
    kept->keep();
    late->keep();
    kept.reset();
    m_host->close();
    late.reset(); // comes back when there is no host any more
    QTRY_VERIFY(m_server.sessions().isEmpty());
}

// Whoever opens a session waits in a thread of its own, without an event loop.
void TstBulkSessions::endsWithWhoGivesItUp()
{
    m_server.freeze();
    auto opening = m_host->openBulk();
    opening.cancel();
    QTRY_VERIFY(opening.isFinished());
    QCOMPARE(opening.resultCount(), 0);
    m_server.stop();
    QVERIFY(m_server.start());
}

BATCHDECK_TEST(QCoreApplication, TstBulkSessions)

#include "tst_bulksessions.moc"
