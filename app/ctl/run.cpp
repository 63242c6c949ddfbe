// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/run.h"

#include "app/ctl/session.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

constexpr int usageError = 2;

// serve is the engine; status and stop use a running one only.
BlockingLink::Start startFor(const QString &verb)
{
    return verb == u"serve"_s || verb == u"status"_s || verb == u"stop"_s ? BlockingLink::Start::Never
                                                                          : BlockingLink::Start::WhenMissing;
}

void writeText(int descriptor, const QString &text)
{
    (void)writeAll(descriptor, text.toUtf8());
}

int refuse(const CommandLine &line, const QString &sentence)
{
    const QString topic = line.topic.isEmpty() ? QString() : QString(line.topic + u' ');
    writeText(2, u"batchctl: "_s + safeText(sentence) + u" See \"batchctl "_s + topic + u"--help\".\n"_s);
    return usageError;
}

int runVerb(const CommandLine &line)
{
    Session session(line, startFor(line.verb->path));
    if (!line.ignored.isEmpty())
        session.note(u"Accepted, but without effect here: %1."_s.arg(line.ignored.join(u", "_s)));
    const auto code = line.verb->run(session);
    if (code)
        return *code;
    writeText(2, errorText(code.error(), session.format(), session.documentNames()));
    return exitCode(code.error()) + (endsAsTheJob(QStringList(line.topic) + line.values.keys()) ? ownFailure : 0);
}

} // namespace

bool endsAsTheJob(const QStringList &words)
{
    const QString all = words.join(u' ') + u' ';
    return all.contains(u"job wait "_s)
        || (all.contains(u"job create "_s) && (words.contains(u"--wait"_s) || words.contains(u"--stream"_s)));
}

int run(const QStringList &arguments)
{
    const CommandLine line = parse(arguments, allVerbs());
    if (line.wantsVersion) {
        writeText(1, u"batchctl "_s + QStringLiteral(BATCHDECK_VERSION) + u'\n');
        return 0;
    }
    if (line.fault.isEmpty() && line.wantsHelp) {
        writeText(1, helpText(line.topic, allVerbs()));
        return 0;
    }
    const int base = endsAsTheJob(QStringList(line.topic) + arguments) ? ownFailure : 0;
    if (!line.fault.isEmpty())
        return base + refuse(line, line.fault);
    if (const QString missing = missingFrom(line); !missing.isEmpty())
        return base + refuse(line, u"The command \"%1\" needs %2."_s.arg(line.verb->path, missing));
    return runVerb(line);
}

} // namespace ctl
