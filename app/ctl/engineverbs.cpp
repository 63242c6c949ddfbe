// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/serve.h"
#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/protocol/engine.h"
#include "engine/rpc/profile/profilelock.h"

#include <QDeadlineTimer>
#include <QThread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace engine;

namespace ctl {

namespace {

const QList<Column> statusColumns{{u"Running"_s, "running"}, {u"Process"_s, "pid"},     {u"Kind"_s, "kind"},
                                  {u"Version"_s, "version"}, {u"Profile"_s, "profile"}, {u"Since"_s, "since"}};

Result<int> runServe(Session &session)
{
    int idle = 0;
    if (session.line().has(u"--idle-exit"_s)) {
        bool isNumber = false;
        idle = session.line().value(u"--idle-exit"_s).toInt(&isNumber);
        if (!isNumber || idle < 1)
            return session.refuseUsage(u"--idle-exit is a number of seconds, 1 or more."_s);
    }
    return serve(session, idle);
}

Result<int> runStatus(Session &session)
{
    const auto status = session.change(inJson(method::engineStatus));
    if (!status && status.error().code != ErrorCode::Unreachable)
        return status.error();
    session.print(status ? *status : QJsonObject{{u"running"_s, false}}, statusColumns);
    return 0;
}

Result<int> runStop(Session &session)
{
    const auto stopped = session.change(method::stopEngine);
    if (!stopped && stopped.error().code == ErrorCode::Unreachable) {
        session.note(u"No engine runs on this profile."_s);
        return 0;
    }
    if (!stopped)
        return stopped.error();
    // The engine closes its socket first, then the store, and releases the lock last.
    QDeadlineTimer deadline(10s);
    auto lock = ProfileLock::tryLock(session.profile(), EngineKind::Serve);
    while (!lock && lock.error().code == ErrorCode::Busy && !deadline.hasExpired()) {
        QThread::msleep(10);
        lock = ProfileLock::tryLock(session.profile(), EngineKind::Serve);
    }
    if (!lock)
        return Error{ErrorCode::Timeout, Message("The engine was told to stop and has not ended after 10 s.")};
    return 0;
}

} // namespace

QList<Verb> engineVerbs()
{
    return {
        {u"serve"_s,
         u"Run the engine of a profile without a window, until stop, a signal, or a console takes over."_s,
         runServe,
         {u"serve"_s, u"--profile /tmp/p serve --idle-exit 600"_s},
         {{u"--idle-exit"_s, {}, u"SECONDS"_s, u"end when there was nothing to do for so long"_s}}},
        {u"status"_s, u"Say whether an engine runs on the profile; starts none."_s, runStatus, {u"status -o json"_s}},
        {u"stop"_s, u"End the engine of the profile; jobs go on."_s, runStop, {u"stop"_s}, {yesOption}},
    };
}

} // namespace ctl
