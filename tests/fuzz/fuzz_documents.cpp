// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// libFuzzer's target: reads, checks, writes, completes and plans whatever bytes come, and holds what must be true of
// any document. An input is a letter for the kind, the text, and perhaps a zero byte and a --set.

#include "engine/api/document/documents.h"
#include "engine/launch/launchplan.h"

#include <QJsonDocument>

#include <cstdio>
#include <cstdlib>
#include <ctime>

using engine::ResourceKind;
using namespace Qt::StringLiterals;

namespace {

void require(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "BROKEN: %s\n", what);
    std::abort();
}

ResourceKind kindOf(char letter)
{
    switch (letter) {
    case 'c':
        return ResourceKind::Cluster;
    case 'f':
        return ResourceKind::FileServer;
    case 'w':
        return ResourceKind::Workspace;
    case 'e':
        return ResourceKind::Experiment;
    case 'g':
        return ResourceKind::Group;
    default:
        return ResourceKind::Job;
    }
}

// Linear, with room for sanitizers: of this thread's own time, so that a busy computer counts little.
class Budget
{
public:
    explicit Budget(size_t bytes) : m_limit(0.2 + 40e-6 * static_cast<double>(bytes)), m_start(now()) { }
    [[nodiscard]] bool isOver() const { return now() - m_start > m_limit; }

private:
    static double now()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }

    double m_limit;
    double m_start;
};

void checkFaults(const QList<engine::Fault> &faults, const QByteArray &text)
{
    require(faults.size() <= engine::maximumFaults + 1, "faults are bounded");
    const qsizetype lines = text.count('\n') + text.count('\r') + 1;
    for (const engine::Fault &fault : faults) {
        require(!fault.code.isEmpty() && !fault.message.isEmpty(), "a fault has a code and words");
        require(fault.line >= 0 && fault.line <= lines, "a fault lies in the text");
        require(fault.column >= 0 && fault.column <= text.size() + 1, "a fault lies in its line");
    }
}

void checkWriting(ResourceKind kind, const QJsonObject &document, size_t size)
{
    const QByteArray written = writeDocument(kind, document);
    require(static_cast<size_t>(written.size()) <= 400 * size + 4096, "what is written grows with what was read");
    if (written.size() > engine::maximumDocumentSize)
        return;
    const engine::DocumentCheck again = checkDocument(kind, written);
    require(again.document == document, "what was written reads as what it was");
    require(writeDocument(kind, again.document) == written, "and is written alike");
}

void checkCompletion(ResourceKind kind, const engine::DocumentCheck &check)
{
    const QJsonObject completed = withDefaults(kind, check.document);
    require(withDefaults(kind, completed) == completed, "a completed document is complete");
    const QByteArray text = QJsonDocument(completed).toJson(QJsonDocument::Compact);
    if (check.isValid() && text.size() < engine::maximumDocumentSize)
        require(checkDocument(kind, text).isValid(), "a completed document is valid");
    const QJsonObject shown = engine::withoutSecrets(check.document);
    require(engine::withoutSecrets(shown) == shown, "what is without secrets has none");
}

void checkPlan(const QJsonObject &job, const QJsonObject &cluster)
{
    engine::PlanView view;
    view.job = engine::ResourceId::group(u"p"_s, u"g"_s)
                   .child(ResourceKind::Workspace, u"w"_s)
                   .child(ResourceKind::Experiment, u"e"_s)
                   .child(ResourceKind::Job, u"j"_s);
    view.jobUuid = u"u"_s;
    view.document = withDefaults(ResourceKind::Job, job);
    view.cluster = cluster;
    const int nodes = view.document.value(u"properties"_s).toObject().value(u"nodeCount"_s).toInt();
    if (nodes > 16)
        return;
    for (int i = 0; i < nodes; ++i)
        view.nodes.append({u"n%1"_s.arg(i), u"10.0.0.%1"_s.arg(i + 4), u"/h"_s, u"m%1"_s.arg(i), i % 3});
    view.volumes = {{u"https://*/*"_s, u"path:/data"_s}, {u"blob://a/c"_s, u"place:/x"_s}};
    const engine::LaunchPlan plan = planLaunch(view);
    require(plan.nodes.size() == nodes, "every node has a plan");
    for (const engine::NodePlan &node : plan.nodes) {
        require(!wrapperPayload(node).contains('\0'), "a payload is a script");
        require(!describe(node).isEmpty(), "a plan can be described");
        for (const engine::PlannedCommand &command : node.commands)
            require(!command.standardOutput.contains(u'/') && node.logFiles.contains(command.standardOutput),
                    "what a command writes is a log file");
    }
}

// All that must be true of an input; answers what took too long, or nothing.
const char *examined(ResourceKind kind, const QByteArray &text, const QStringList &overrides, size_t size)
{
    const Budget budget(size);
    const engine::DocumentCheck check = checkDocument(kind, text, overrides);
    checkFaults(check.faults, text);
    checkFaults(check.warnings, text);
    if (budget.isOver())
        return "a document is checked in linear time";
    if (check.document.isEmpty())
        return nullptr;
    checkWriting(kind, check.document, size);
    checkCompletion(kind, check);
    if (budget.isOver())
        return "a document is written and completed in linear time";
    if (kind == ResourceKind::Job && check.isValid()) {
        checkPlan(check.document, {});
    } else if (kind == ResourceKind::Cluster && check.isValid()) {
        checkPlan(QJsonDocument::fromJson(R"({"properties":{"nodeCount":2,"stdOutErrPathPrefix":"/o",
            "horovodSettings":{"pythonScriptFilePath":"x"}}})")
                      .object(),
                  withDefaults(kind, check.document));
    }
    return budget.isOver() ? "a job is planned in linear time" : nullptr;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const ResourceKind kind = kindOf(static_cast<char>(data[0]));
    QByteArray text(reinterpret_cast<const char *>(data) + 1, static_cast<qsizetype>(size) - 1);
    QStringList overrides;
    if (const qsizetype end = text.indexOf('\0'); end >= 0 && end > text.size() - 200) {
        overrides.append(QString::fromUtf8(text.sliced(end + 1)));
        text.truncate(end);
    }
    // What is slow is slow each time; the first input builds tables, and the computer's other work empties caches.
    const char *slow = nullptr;
    for (int tries = 0; tries < 4; ++tries) {
        slow = examined(kind, text, overrides, size);
        if (!slow)
            return 0;
    }
    require(false, slow);
    return 0;
}
