// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/serve.h"

#include "app/ctl/session.h"
#include "engine/api/engine.h"
#include "engine/base/whenfinished.h"
#include "engine/client/call.h"
#include "engine/protocol/engine.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QSocketNotifier>
#include <QTimer>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace engine;

namespace ctl {

namespace {

std::array<int, 2> signalPipe{-1, -1};

// A pipe, not signalfd with a blocked mask: jobs started by this process would inherit the mask.
void quitOnSignals(QObject *context)
{
    if (pipe2(signalPipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("no pipe for signals");
    struct sigaction action
    {
    };
    action.sa_handler = [](int) {
        const int before = errno;
        [[maybe_unused]] const ssize_t written = write(signalPipe[1], "q", 1);
        errno = before;
    };
    action.sa_flags = SA_RESTART;
    for (const int number : {SIGTERM, SIGINT, SIGHUP})
        sigaction(number, &action, nullptr);
    auto *notifier = new QSocketNotifier(signalPipe[0], QSocketNotifier::Read, context);
    QObject::connect(notifier, &QSocketNotifier::activated, context, &QCoreApplication::quit);
}

// Asks the engine once a second how long it has been idle, and ends it after the limit.
class IdleWatch final : public QObject
{
public:
    IdleWatch(EngineLink &link, int seconds) : m_link(link), m_seconds(seconds)
    {
        connect(&m_timer, &QTimer::timeout, this, &IdleWatch::ask);
        m_timer.start(1s);
    }

private:
    void ask()
    {
        whenFinished(call(m_link, method::engineStatus, {}), this, [this](const Result<EngineState> &status) {
            if (!status)
                return;
            const auto since = QDateTime::fromString(status->idleSince, Qt::ISODateWithMs);
            if (since.isValid() && since.secsTo(QDateTime::currentDateTimeUtc()) >= m_seconds) {
                qInfo("idle for %d s, ending", m_seconds);
                QCoreApplication::quit();
            }
        });
    }

    EngineLink &m_link;
    int m_seconds;
    QTimer m_timer;
};

} // namespace

int serve(Session &session, int idleSeconds)
{
    qSetMessagePattern(u"%{time yyyy-MM-ddThh:mm:ss.zzz} %{type} %{message}"_s);
    QObject context;
    quitOnSignals(&context);
    auto engine = Engine::create(session.profile(), EngineKind::Serve);
    if (!engine) {
        session.note(errorText(engine.error(), session.format(), {}).trimmed());
        return exitCode(engine.error());
    }
    QObject::connect(engine->get(), &Engine::endRequested, &context, &QCoreApplication::quit);
    QObject::connect(&(*engine)->link(), &EngineLink::noticed, &context,
                     [](const Message &notice) { qInfo("%s", qUtf8Printable(notice.englishText())); });
    qInfo("engine %s runs on %s", BATCHDECK_VERSION, qUtf8Printable(session.profile()));
    std::unique_ptr<IdleWatch> idle;
    if (idleSeconds > 0)
        idle = std::make_unique<IdleWatch>((*engine)->link(), idleSeconds);
    const int code = QCoreApplication::exec();
    idle.reset();
    engine->reset();
    qInfo("engine ended");
    return code;
}

} // namespace ctl
