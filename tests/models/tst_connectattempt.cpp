// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/machine/connectattempt.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/testmain.h"

#include <QCoreApplication>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using engine::Question;
using models::ConnectAttempt;

namespace {

engine::Error failure(engine::ErrorCode code, const std::optional<Question> &question = {})
{
    return engine::Error::of(code, {"No."}).asking(question);
}

const Question hostKey{Question::Kind::HostKey, u"ada@gpu-a:22"_s, u"SHA256:abc"_s, u"ssh-ed25519"_s, {}, false};
const Question password{Question::Kind::Password, u"ada@gpu-a:22"_s, {}, {}, {}, false};

} // namespace

class TstConnectAttempt final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void followsItsCall();
    void sendsAllAnswersAgain();
    void replacesWrongAnswer();
    void tellsWhereItFailed_data();
    void tellsWhereItFailed();
    void cancelGivesUpItsCall();
    void beginsAnewWithoutTheOneBefore();
    void reconnectsOne();

private:
    [[nodiscard]] QJsonArray answers(const QString &method = u"machine.add"_s) const
    {
        return m_link->lastCall(method).value(u"answers"_s).toArray();
    }
    void tellStep(const QString &step, const QString &method = u"machine.add"_s)
    {
        m_link->tell(method, QJsonObject{{u"step"_s, step}});
    }

    std::unique_ptr<canned::CannedLink> m_link;
    std::unique_ptr<engine::EngineClient> m_client;
    std::unique_ptr<ConnectAttempt> m_attempt;
    const engine::MachineRequest m_request{u"gpu-a"_s, u"ada@gpu-a"_s, {}, {}, {}};
};

void TstConnectAttempt::init()
{
    m_attempt.reset();
    m_client.reset();
    m_link = std::make_unique<canned::CannedLink>();
    m_client = std::make_unique<engine::EngineClient>(*m_link);
    m_attempt = std::make_unique<ConnectAttempt>(*m_client);
    m_link->hold(u"machine.add"_s);
}

void TstConnectAttempt::followsItsCall()
{
    m_attempt->add(m_request);
    QVERIFY(m_attempt->state() == ConnectAttempt::State::Running);
    QCOMPARE(engine::toString(m_attempt->step()), u"resolve"_s);
    tellStep(u"authenticate"_s);
    QCOMPARE(engine::toString(m_attempt->step()), u"authenticate"_s);
    tellStep(u"probe"_s);
    m_link->release(u"machine.add"_s, failure(engine::ErrorCode::CommandFailed));
    QTRY_VERIFY(m_attempt->state() == ConnectAttempt::State::Failed);
    QCOMPARE(engine::toString(m_attempt->step()), u"probe"_s);
}

void TstConnectAttempt::sendsAllAnswersAgain()
{
    m_attempt->add(m_request);
    QVERIFY(answers().isEmpty());
    m_link->release(u"machine.add"_s, failure(engine::ErrorCode::HostKeyUnknown, hostKey));
    QTRY_VERIFY(m_attempt->state() == ConnectAttempt::State::Asking);
    m_attempt->answer({hostKey, {u"SHA256:abc"_s}, false});
    m_link->release(u"machine.add"_s, failure(engine::ErrorCode::AuthenticationFailed, password));
    QTRY_VERIFY(m_attempt->state() == ConnectAttempt::State::Asking);
    QCOMPARE(engine::toString(m_attempt->step()), u"authenticate"_s);
    m_attempt->answer({password, {u"secret"_s}, true});
    QCOMPARE(answers().size(), 2);
    QCOMPARE(answers().at(1)[u"values"_s][0].toString(), u"secret"_s);
    QVERIFY(answers().at(1)[u"remember"_s].toBool());
    m_link->release(u"machine.add"_s, QJsonValue(canned::sshMachine(u"gpu-a"_s, u"online"_s)));
    QTRY_VERIFY(m_attempt->state() == ConnectAttempt::State::Ready);
    QCOMPARE(m_attempt->machine().cores, 16);
    m_attempt->add(m_request); // knows no answer any more
    QVERIFY(answers().isEmpty());
}

void TstConnectAttempt::replacesWrongAnswer()
{
    m_attempt->add(m_request);
    m_link->release(u"machine.add"_s, failure(engine::ErrorCode::AuthenticationFailed, password));
    QTRY_VERIFY(m_attempt->state() == ConnectAttempt::State::Asking);
    m_attempt->answer({password, {u"wrong"_s}, false});
    Question again = password;
    again.isRepeated = true;
    m_link->release(u"machine.add"_s, failure(engine::ErrorCode::AuthenticationFailed, again));
    QTRY_VERIFY(m_attempt->state() == ConnectAttempt::State::Asking);
    m_attempt->answer({again, {u"right"_s}, false});
    QCOMPARE(answers().size(), 1);
    QCOMPARE(answers().at(0)[u"values"_s][0].toString(), u"right"_s);
}

void TstConnectAttempt::tellsWhereItFailed_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("step");
    const auto row = [](const char *name, engine::ErrorCode code, const QString &step) {
        QTest::newRow(name) << int(code) << step;
    };
    row("unreachable, where it was", engine::ErrorCode::Unreachable, u"connect"_s);
    row("timeout, where it was", engine::ErrorCode::Timeout, u"connect"_s);
    row("changed key", engine::ErrorCode::HostKeyChanged, u"host-key"_s);
    row("authentication", engine::ErrorCode::AuthenticationFailed, u"authenticate"_s);
}

void TstConnectAttempt::tellsWhereItFailed()
{
    QFETCH(int, code);
    QFETCH(QString, step);
    m_attempt->add(m_request);
    tellStep(u"connect"_s);
    m_link->release(u"machine.add"_s, failure(engine::ErrorCode(code)));
    QTRY_VERIFY(m_attempt->state() == ConnectAttempt::State::Failed);
    QCOMPARE(engine::toString(m_attempt->step()), step);
}

void TstConnectAttempt::cancelGivesUpItsCall()
{
    m_attempt->add(m_request);
    tellStep(u"connect"_s);
    QSignalSpy changes(m_attempt.get(), &ConnectAttempt::changed);
    m_attempt->cancel();
    QVERIFY(m_attempt->state() == ConnectAttempt::State::Idle);
    QTRY_VERIFY(m_link->isCanceled(u"machine.add"_s));
    tellStep(u"probe"_s);
    m_link->release(u"machine.add"_s, QJsonValue(canned::sshMachine(u"gpu-a"_s, u"online"_s)));
    QCoreApplication::processEvents();
    QVERIFY(m_attempt->state() == ConnectAttempt::State::Idle); // what comes late is ignored
    QCOMPARE(changes.size(), 1);
}

void TstConnectAttempt::beginsAnewWithoutTheOneBefore()
{
    m_attempt->add(m_request);
    tellStep(u"connect"_s);
    m_attempt->add(m_request);
    QTRY_VERIFY(m_link->isCanceled(u"machine.add"_s));
    tellStep(u"probe"_s); // of the first
    QCOMPARE(engine::toString(m_attempt->step()), u"resolve"_s);
    m_link->release(u"machine.add"_s, failure(engine::ErrorCode::Unreachable));
    QCoreApplication::processEvents();
    QVERIFY(m_attempt->state() == ConnectAttempt::State::Running);
    tellStep(u"probe"_s);
    QCOMPARE(engine::toString(m_attempt->step()), u"probe"_s);
}

void TstConnectAttempt::reconnectsOne()
{
    m_link->hold(u"machine.connect"_s);
    m_attempt->reconnect(canned::sshMachineId());
    tellStep(u"host-key"_s, u"machine.connect"_s);
    QCOMPARE(engine::toString(m_attempt->step()), u"host-key"_s);
    m_attempt->cancel();
    QTRY_VERIFY(m_link->isCanceled(u"machine.connect"_s));
}

BATCHDECK_TEST(QCoreApplication, TstConnectAttempt)
#include "tst_connectattempt.moc"
