// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/machinecontroller.h"

#include "engine/host/localhost.h"
#include "engine/node/attempt.h"
#include "engine/secret/secretstore.h"
#include "tests/support/await.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QPromise>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::await;

namespace {

using ErrorFor = std::function<std::optional<Error>(const QList<Answer> &)>;

/// This computer behind a door: open() lets in or not as a test says, cut() loses the way, and while it is lost every
/// command is answered as SSH would answer it.
class DoorHost final : public RemoteHost
{
    Q_OBJECT

public:
    QFuture<Result<void>> open(const QList<Answer> &answers = {}) override
    {
        ++opens;
        given = answers;
        emit stepBegan(ConnectStep::Connect);
        if (hangs) {
            waiting = std::make_shared<QPromise<Result<void>>>();
            waiting->start();
            return waiting->future();
        }
        const auto error = refuse ? refuse(answers) : std::nullopt;
        m_isOpen = !error;
        return QtFuture::makeReadyFuture(error ? Result<void>(*error) : Result<void>());
    }
    void close() override { m_isOpen = false; }
    bool isOpen() const override { return m_isOpen; }
    void checkNow() override { ++checks; }
    QString hostKey() const override { return u"SHA256:door"_s; }
    QFuture<Result<CommandResult>> run(const RemoteCommand &command) override
    {
        if (!m_isOpen)
            return QtFuture::makeReadyFuture(Result<CommandResult>(away()));
        commands.append(command.script + ' ' + command.input);
        return m_inner.run(command);
    }
    std::unique_ptr<RemoteProcess> stream(const RemoteCommand &command) override { return m_inner.stream(command); }
    RemoteFiles &files() override { return m_inner.files(); }
    QFuture<Result<std::shared_ptr<BulkSession>>> openBulk() override { return m_inner.openBulk(); }

    void cut()
    {
        m_isOpen = false;
        emit closed(away());
    }
    static Error away() { return Error::of(ErrorCode::Unreachable, "The way was lost."); }

    ErrorFor refuse;
    bool hangs = false;
    std::shared_ptr<QPromise<Result<void>>> waiting;
    QList<Answer> given;
    QByteArrayList commands; // that were let in
    int opens = 0;
    int checks = 0;

private:
    LocalHost m_inner;
    bool m_isOpen = false;
};

Error asking(const Question &question)
{
    return Error::of(ErrorCode::AuthenticationFailed, "It asks for a secret.").asking(question);
}

Question password()
{
    Question question;
    question.host = u"anna@a05:22"_s;
    return question;
}

QString passwordName()
{
    return u"password:anna@a05:22"_s;
}

// As a server that knows one password: asks for it, and says when a wrong one was given.
ErrorFor serverWith(const QString &right)
{
    return [right](const QList<Answer> &answers) -> std::optional<Error> {
        Question question = password();
        for (const Answer &answer : answers) {
            if (!answer.question.matches(question))
                continue;
            if (answer.values == QList<Secret>{right})
                return {};
            question.isRepeated = true;
        }
        return asking(question);
    };
}

} // namespace

class TstMachineController final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void getsReadyStepByStep();
    void triesAgainOnlyWhatMayPass_data();
    void triesAgainOnlyWhatMayPass();
    void comesBackAtOnceTheFirstTime();
    void waitsWhenItFlaps();
    void makesOneAttemptAtATime();
    void triesAtOnceAfterAWakeUp();
    void asksForAnAttemptUnlessItIsFresh_data();
    void asksForAnAttemptUnlessItIsFresh();
    void usesStoredSecretsOnce_data();
    void usesStoredSecretsOnce();
    void keepsAnswersOnlyWhenTheyWereRight();
    void acceptsTheNamedHostKeyOnly_data();
    void acceptsTheNamedHostKeyOnly();

private:
    [[nodiscard]] QString link() const { return toString(m_machine->link()); }
    [[nodiscard]] QJsonObject extension() const
    {
        return m_machine->document()[u"properties"_s][u"x-batchdeck"_s].toObject();
    }
    std::optional<QString> secret(const QString &name)
    {
        const auto found = await(m_secrets->fetch(name));
        return found && *found ? std::optional((*found)->text()) : std::nullopt;
    }
    void makeMachine(const QStringList &secretNames = {});

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<SecretStore> m_secrets;
    std::shared_ptr<DoorHost> m_host;
    std::unique_ptr<MachineController> m_machine;
};

void TstMachineController::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_secrets = std::make_unique<SecretStore>(u"test"_s);
    m_host = std::make_shared<DoorHost>();
    makeMachine();
}

void TstMachineController::makeMachine(const QStringList &secretNames)
{
    const QJsonObject kept{{u"home"_s, m_home->filePath(u"home"_s)},
                           {u"secretNames"_s, QJsonArray::fromStringList(secretNames)}};
    const QJsonObject document{{u"properties"_s, QJsonObject{{u"x-batchdeck"_s, kept}}}};
    m_machine = std::make_unique<MachineController>(ResourceRow{ResourceId::machine(u"p"_s, u"a05"_s), document},
                                                    m_host, m_secrets.get());
}

void TstMachineController::cleanup()
{
    m_machine.reset();
    m_host.reset();
}

void TstMachineController::getsReadyStepByStep()
{
    QStringList steps;
    connect(m_machine.get(), &MachineController::linkChanged, this, [&] {
        if (const QString step = extension().value(u"step"_s).toString(); steps.value(steps.size() - 1) != step)
            steps.append(step);
    });
    m_machine->connectNow();
    QTRY_COMPARE(link(), u"online"_s);
    QCOMPARE(steps, (QStringList{u"resolve"_s, u"connect"_s, u"probe"_s, u"ready"_s}));
    QVERIFY(extension().value(u"inventory"_s).toObject().value(u"cores"_s).toInt() > 0);
    QCOMPARE(extension().value(u"hostKey"_s).toString(), u"SHA256:door"_s);
    QVERIFY(!extension().contains(u"nextTry"_s));
    QVERIFY(!m_machine->identity().isEmpty());
}

void TstMachineController::triesAgainOnlyWhatMayPass_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("link");
    QTest::addColumn<bool>("again");
    QTest::newRow("unreachable") << int(ErrorCode::Unreachable) << u"offline"_s << true;
    QTest::newRow("timeout") << int(ErrorCode::Timeout) << u"offline"_s << true;
    QTest::newRow("not let in") << int(ErrorCode::AuthenticationFailed) << u"needs-attention"_s << false;
    QTest::newRow("unknown key") << int(ErrorCode::HostKeyUnknown) << u"needs-attention"_s << false;
    QTest::newRow("changed key") << int(ErrorCode::HostKeyChanged) << u"needs-attention"_s << false;
    QTest::newRow("configuration") << int(ErrorCode::InvalidArgument) << u"needs-attention"_s << false;
}

void TstMachineController::triesAgainOnlyWhatMayPass()
{
    QFETCH(const int, code);
    QFETCH(const QString, link);
    QFETCH(const bool, again);
    m_host->refuse = [code](const QList<Answer> &) { return Error::of(ErrorCode(code), "No.").asking(password()); };
    QSignalSpy ended(m_machine.get(), &MachineController::attemptEnded);
    m_machine->connectNow();
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(this->link(), link);
    QCOMPARE(m_machine->linkReason().englishText(), u"No."_s);
    QCOMPARE(extension().contains(u"nextTry"_s), again);
    QCOMPARE(extension().contains(u"question"_s), !again);
    if (!again) {
        QTest::qWait(2500); // longer than the longest first wait
        QCOMPARE(m_host->opens, 1);
    }
    m_host->refuse = {};
    if (!again)
        m_machine->connectNow();
    QTRY_COMPARE(this->link(), u"online"_s);
    QVERIFY(!extension().contains(u"question"_s));
}

void TstMachineController::comesBackAtOnceTheFirstTime()
{
    m_machine->connectNow();
    QTRY_COMPARE(link(), u"online"_s);
    QTest::qWait(3200); // it is not one of those that are lost as soon as they are there
    QElapsedTimer clock;
    clock.start();
    m_host->cut();
    QCOMPARE(m_host->opens, 2);
    QCOMPARE(link(), u"connecting"_s);
    QTRY_COMPARE(link(), u"online"_s);
}

void TstMachineController::waitsWhenItFlaps()
{
    m_machine->connectNow();
    QTRY_COMPARE(link(), u"online"_s);
    m_host->cut();
    QCOMPARE(m_host->opens, 1);
    QCOMPARE(link(), u"offline"_s);
    QVERIFY(extension().contains(u"nextTry"_s));
    QTRY_COMPARE(link(), u"online"_s);
    QCOMPARE(m_host->opens, 2);
}

void TstMachineController::makesOneAttemptAtATime()
{
    m_host->hangs = true;
    m_machine->connectNow();
    m_machine->connectNow();
    m_machine->checkNow();
    QCOMPARE(m_host->opens, 1);
    const auto first = m_host->waiting;
    m_host->hangs = false;
    m_machine->connectNow({{password(), {u"x"_s}}}); // answers belong to a new attempt
    QVERIFY(first->isCanceled());
    QCOMPARE(m_host->opens, 2);
    QTRY_COMPARE(link(), u"online"_s);
    QCOMPARE(m_host->opens, 2);
}

void TstMachineController::triesAtOnceAfterAWakeUp()
{
    m_host->refuse = [](const QList<Answer> &) { return DoorHost::away(); };
    m_machine->connectNow();
    QTRY_COMPARE(link(), u"offline"_s);
    m_host->refuse = {};
    m_machine->checkNow();
    QCOMPARE(m_host->opens, 2);
    QTRY_COMPARE(link(), u"online"_s);
    m_machine->checkNow(); // an open way is asked, not made anew
    QCOMPARE(m_host->opens, 2);
    QCOMPARE(m_host->checks, 1);
}

void TstMachineController::asksForAnAttemptUnlessItIsFresh_data()
{
    QTest::addColumn<int>("past");
    QTest::addColumn<QByteArray>("first");
    QTest::newRow("fresh") << int(Attempt::Past::None) << "start"_ba;
    QTest::newRow("it may have been started") << int(Attempt::Past::Unknown) << "status"_ba;
}

void TstMachineController::asksForAnAttemptUnlessItIsFresh()
{
    QFETCH(const int, past);
    QFETCH(const QByteArray, first);
    m_machine->connectNow();
    QTRY_COMPARE(link(), u"online"_s);
    const QString directory = m_home->filePath(u"home/jobs/p/job/a1/a05"_s);
    Attempt attempt(directory, Attempt::Past(past), nullptr);
    attempt.setMachine(m_machine.get());
    const auto isNow = [&attempt](AttemptStatus::Kind kind) {
        const auto status = attempt.news().status;
        return status && status->kind == kind;
    };
    const auto startWhatIsAbsent = [&] {
        if (isNow(AttemptStatus::Kind::Absent))
            attempt.start(std::chrono::seconds(60), "true\n#end\n");
    };
    connect(&attempt, &Attempt::statusReceived, this, startWhatIsAbsent);
    startWhatIsAbsent();
    attempt.watch();
    QTRY_VERIFY(isNow(AttemptStatus::Kind::Exited));
    QByteArrayList verbs;
    for (const QByteArray &command : std::as_const(m_host->commands)) {
        const QByteArray wrapper = "/wrapper.sh ";
        const qsizetype verb = command.indexOf(wrapper) + wrapper.size();
        if (command.contains(directory.toUtf8()))
            verbs.append(command.mid(verb, command.indexOf(' ', verb) - verb));
    }
    QCOMPARE(verbs.value(0), first);
    QCOMPARE(verbs.count("start"_ba), 1);
}

void TstMachineController::usesStoredSecretsOnce_data()
{
    QTest::addColumn<QString>("stored");
    QTest::addColumn<bool>("isNamed"); // the machine knows that it is of use
    QTest::addColumn<int>("opens");
    QTest::addColumn<bool>("letIn");
    QTest::newRow("right, used before") << u"right"_s << true << 1 << true;
    QTest::newRow("right, never used") << u"right"_s << false << 2 << true;
    QTest::newRow("wrong, used before") << u"wrong"_s << true << 1 << false;
    QTest::newRow("wrong, never used") << u"wrong"_s << false << 2 << false;
    QTest::newRow("none") << QString() << true << 1 << false;
}

void TstMachineController::usesStoredSecretsOnce()
{
    QFETCH(const QString, stored);
    QFETCH(const bool, isNamed);
    QFETCH(const int, opens);
    QFETCH(const bool, letIn);
    m_host->refuse = serverWith(u"right"_s);
    makeMachine(isNamed ? QStringList{passwordName()} : QStringList());
    if (!stored.isEmpty())
        VERIFY_RESULT(await(m_secrets->keep(passwordName(), stored, SecretStore::Place::Memory)));
    QSignalSpy ended(m_machine.get(), &MachineController::attemptEnded);
    m_machine->connectNow();
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(link(), letIn ? u"online"_s : u"needs-attention"_s);
    QCOMPARE(m_host->opens, opens);
    QCOMPARE(secret(passwordName()).has_value(), letIn); // a wrong one is not tried again
    QCOMPARE(extension().contains(u"question"_s), !letIn);
    if (letIn)
        QCOMPARE(extension().value(u"secretNames"_s).toArray(), QJsonArray{passwordName()});
}

void TstMachineController::keepsAnswersOnlyWhenTheyWereRight()
{
    m_host->refuse = serverWith(u"right"_s);
    QSignalSpy ended(m_machine.get(), &MachineController::attemptEnded);
    QSignalSpy row(m_machine.get(), &MachineController::rowChanged);
    m_machine->connectNow({{password(), {u"wrong"_s}}});
    QTRY_COMPARE(ended.size(), 1);
    QVERIFY(m_machine->problem()->question->isRepeated);
    QVERIFY(!secret(passwordName()));
    m_machine->connectNow({{password(), {u"right"_s}}});
    QTRY_COMPARE(link(), u"online"_s);
    QCOMPARE(secret(passwordName()).value_or(QString()), u"right"_s);
    QVERIFY(!row.isEmpty());
    QVERIFY(!QJsonDocument(m_machine->row().document).toJson().contains("right"));
    // From now on it comes back by itself.
    m_host->cut();
    QTRY_COMPARE(link(), u"online"_s);
}

void TstMachineController::acceptsTheNamedHostKeyOnly_data()
{
    QTest::addColumn<QString>("accepted");
    QTest::addColumn<bool>("letIn");
    QTest::newRow("that key") << u"SHA256:right"_s << true;
    QTest::newRow("another key") << u"SHA256:other"_s << false;
}

void TstMachineController::acceptsTheNamedHostKeyOnly()
{
    QFETCH(const QString, accepted);
    QFETCH(const bool, letIn);
    Question key;
    key.kind = Question::Kind::HostKey;
    key.host = u"anna@a05:22"_s;
    key.subject = u"SHA256:right"_s;
    m_host->refuse = [key](const QList<Answer> &answers) -> std::optional<Error> {
        for (const Answer &answer : answers) {
            if (answer.question.matches(key) && answer.values == QList<Secret>{key.subject})
                return {};
        }
        return Error::of(ErrorCode::HostKeyUnknown, "The key is not known.").asking(key);
    };
    m_machine->acceptHostKey(accepted);
    QSignalSpy ended(m_machine.get(), &MachineController::attemptEnded);
    m_machine->connectNow();
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(link(), letIn ? u"online"_s : u"needs-attention"_s);
    if (!letIn) {
        QVERIFY(!m_machine->problem()->question); // no way to say yes to it by mistake
        QVERIFY(m_machine->linkReason().englishText().contains(key.subject));
    }
}

BATCHDECK_TEST(QCoreApplication, TstMachineController)
#include "tst_machinecontroller.moc"
