// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/whenfinished.h"
#include "engine/node/doctor.h"
#include "engine/node/nodeagent.h"
#include "engine/node/wrapperprotocol.h"
#include "engine/remote/scripttext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// True for the name of one folder without characters that a shell or a path interprets.
bool isProfileId(const QString &id)
{
    return !id.isEmpty() && !id.startsWith(u'.') && std::all_of(id.begin(), id.end(), [](QChar c) {
        return c.unicode() < 128 && (c.isLetterOrNumber() || c == u'-' || c == u'_' || c == u'.');
    });
}

Result<NodeAgent::Traces> parseClean(const CommandResult &result)
{
    const QList<QByteArray> lines = answerLines(result.output);
    NodeAgent::Traces traces;
    for (const QByteArray &line : lines) {
        const QString path = QString::fromUtf8(line.mid(line.indexOf(' ') + 1));
        if (line.startsWith("alive "))
            return Error{ErrorCode::Conflict,
                         {QT_TRANSLATE_NOOP("engine",
                                            "A job of this profile may still run there (%1): wait for it, or "
                                            "terminate it."),
                          {path}},
                         path};
        if (line.startsWith("mounted "))
            return Error::of(ErrorCode::Conflict,
                             {QT_TRANSLATE_NOOP("engine", "Something is still mounted in “%1”."), {path}}, path);
        if (line.startsWith("failed "))
            return Error::of(ErrorCode::CommandFailed, {QT_TRANSLATE_NOOP("engine", "Nothing was removed: %1"), {path}},
                             {}, QString::fromUtf8(line));
        if (line.startsWith("removed "))
            traces.removed.append(path);
        if (line.startsWith("kept "))
            traces.kept.append(path);
    }
    if (result.exitCode != 0 || lines.isEmpty() || lines.constLast() != "end")
        return unexpectedAnswer(result);
    return traces;
}

} // namespace

QFuture<Result<QList<DoctorFinding>>> NodeAgent::diagnose()
{
    const qint64 sent = QDateTime::currentMSecsSinceEpoch();
    return transformed(m_host.run({"exec sh -s -- " + m_home, scriptToRun("doctor.sh"_L1), std::chrono::minutes(2)}),
                       &m_host, [sent](const Result<CommandResult> &result) -> Result<QList<DoctorFinding>> {
                           if (!result)
                               return result.error();
                           return parseDoctor(*result, sent, QDateTime::currentMSecsSinceEpoch());
                       });
}

QFuture<Result<NodeAgent::Traces>> NodeAgent::removeTraces(const QString &profileId, bool dryRun)
{
    if (!isProfileId(profileId))
        return QtFuture::makeReadyFuture(Result<Traces>(
            Error::of(ErrorCode::InvalidArgument,
                      {QT_TRANSLATE_NOOP("engine", "“%1” is not a profile's id."), {profileId}}, profileId)));
    // wrapper.sh is sent along, to learn which attempts live: the scripts on the machine may be gone.
    const QByteArray script = "wrapper() (\n" + scriptToRun("wrapper.sh"_L1) + "\n)\n" + scriptToRun("remove.sh"_L1)
        + scriptToRun("clean.sh"_L1);
    const QByteArray words = shellWord(profileId) + (dryRun ? " dry" : " really");
    return transformed(m_host.run({"exec sh -s -- " + m_home + ' ' + words, script, std::chrono::minutes(10)}), &m_host,
                       [](const Result<CommandResult> &result) -> Result<Traces> {
                           return result ? parseClean(*result) : result.error();
                       });
}

} // namespace engine
