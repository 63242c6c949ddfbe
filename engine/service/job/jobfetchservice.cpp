// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/job/jobfetchservice.h"

#include "engine/api/document/documents.h"
#include "engine/api/extension.h"
#include "engine/base/whenfinished.h"
#include "engine/batchai/json/jsonpath.h"
#include "engine/registry/refusals.h"

#include <QDir>
#include <QLocale>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto retryInterval = 10s;
constexpr auto deadline = 120s; // for find(1) in a large tree

QString sizeText(qint64 bytes)
{
    return QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

/// Sum of the transfers of one rule.
struct FetchSum
{
    qint64 files = 0;
    qint64 bytes = 0;
    qint64 total = 0;
    qint64 kept = 0;
    Message reason; // of the first failed transfer
    bool hasFailed = false;
};

Message resultMessage(const FetchSum &sum, const QString &to)
{
    const QString files = QString::number(sum.files);
    if (sum.hasFailed)
        return {QT_TRANSLATE_NOOP("engine", "Brought %1 of %2 files to %3: %4"),
                {files, QString::number(sum.total), to, sum.reason.englishText()}};
    if (sum.kept > 0)
        return {QT_TRANSLATE_NOOP("engine", "Brought %1 files to %2; %3 that differ there were left as they are."),
                {files, to, QString::number(sum.kept)}};
    return {QT_TRANSLATE_NOOP("engine", "Brought %1 files (%2) to %3."), {files, sizeText(sum.bytes), to}};
}

// A rule of a document must not write to files that a login reads.
bool isHomeItself(const QString &folder)
{
    const auto clean = cleanPath(folder);
    const QString home = QDir::homePath();
    return !clean || home == *clean || home.startsWith(*clean + u'/') || *clean == u"/";
}

} // namespace

/// A rule whose files are being listed on the nodes.
struct JobFetchService::Fetch
{
    ResourceId job;
    QString uuid;
    FetchRule rule;
    QList<MatchedFolder> found;
    bool isDelayed = false; ///< a node did not answer
    std::optional<Error> error;

    [[nodiscard]] QString token() const { return uuid + u'/' + rule.key(); }
};

JobFetchService::JobFetchService(Router &router, const Machines &machines, Jobs &jobs, TransferQueue &transfers)
    : m_machines(machines), m_jobs(jobs), m_transfers(transfers)
{
    router.on(method::setFetchRules, this, &JobFetchService::setRules);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &JobFetchService::fetchNow);
    connect(&transfers, &TransferQueue::changed, this, [this](const TransferSnapshot &transfer) {
        if (isEnded(transfer.state))
            recordResults();
    });
    connect(&transfers, &TransferQueue::removed, this, &JobFetchService::recordResults);
    connect(&jobs, &Jobs::changed, this, [this](const JobController &job) {
        const JobRecord &record = job.record();
        if (!record.isDone() && record.logsComplete && !m_timer.isActive() && !pendingFetches(record).isEmpty())
            m_timer.start(0);
    });
    connect(&machines, &Machines::changed, this, [this](const MachineController &machine) {
        if (machine.isReady())
            m_timer.start(0);
    });
    m_timer.start(0);
}

void JobFetchService::fetchNow()
{
    for (const JobController *job : m_jobs.all().values()) {
        const JobRecord &record = job->record();
        if (!record.logsComplete)
            continue;
        for (const FetchRule &rule : pendingFetches(record)) {
            const auto fetch = std::make_shared<Fetch>(Fetch{record.id, record.uuid, rule, {}, false, {}});
            if (m_fetching.contains(fetch->token()))
                continue;
            m_fetching.insert(fetch->token());
            askNodeFolders(record, directoriesOf(rule, record), m_machines, this,
                           [this, fetch](const NodeFolders &all) { askMatches(fetch, all); });
        }
    }
    recordResults();
}

void JobFetchService::askMatches(const std::shared_ptr<Fetch> &fetch, const NodeFolders &all)
{
    for (const Error &error : all.errors)
        // A node that is no longer a machine will not answer later.
        fetch->isDelayed = fetch->isDelayed || error.code != ErrorCode::NotFound;
    QList<MatchedFolder> asked;
    QList<QFuture<Result<CommandResult>>> answers;
    for (qsizetype i = 0; !fetch->isDelayed && i < all.folders.size(); ++i) {
        const NodeFolder &folder = all.folders.at(i);
        const auto isSame = [&folder](const NodeFolder &other) { return folder.isSameAs(other); };
        MachineController *machine = m_machines.find(folder.machine);
        const auto end = all.folders.cbegin() + i;
        if (!machine || std::any_of(all.folders.cbegin(), end, isSame))
            continue;
        asked.append({folder, machine->isLocal() ? QString() : folder.machine.name(), {}});
        answers.append(machine->host()->run({matchesScript(folder.path, fetch->rule), {}, deadline}));
    }
    whenAllFinished(answers, this, [this, fetch, asked](const QList<Result<CommandResult>> &results) {
        for (qsizetype i = 0; i < asked.size(); ++i) {
            const Result<CommandResult> &result = results.at(i);
            fetch->isDelayed = fetch->isDelayed || !result;
            const auto matches = parseMatches(result ? result->output : QByteArray());
            if (matches)
                fetch->found.append({asked.at(i).folder, asked.at(i).place, *matches});
            else
                fetch->error = matches.error();
        }
        start(fetch);
    });
}

void JobFetchService::start(const std::shared_ptr<Fetch> &fetch)
{
    JobController *job = m_jobs.live(fetch->job);
    if (!job || job->record().uuid != fetch->uuid) {
        m_fetching.remove(fetch->token());
        return;
    }
    if (fetch->isDelayed) {
        m_fetching.remove(fetch->token());
        return m_timer.start(retryInterval);
    }
    const QString top = fetchFolder(fetch->rule.to, fetch->job, QDir::homePath());
    if (isHomeItself(top))
        fetch->error = Error{ErrorCode::InvalidArgument,
                             {QT_TRANSLATE_NOOP("engine",
                                                "%1 is no folder that files are brought to by a rule: name "
                                                "one in it."),
                              {shownPath(top)}},
                             top};
    if (fetch->error)
        return end(fetch, {fetch->rule.key(), {}, FetchRun::State::Failed, fetch->error->message});
    const QList<FetchTransfer> transfers = fetchTransfers(job->record(), fetch->rule, fetch->found, QDir::homePath());
    if (transfers.isEmpty())
        return end(fetch,
                   {fetch->rule.key(),
                    {},
                    FetchRun::State::Done,
                    {QT_TRANSLATE_NOOP("engine", "There was nothing to bring to %1."), {shownPath(top)}}});
    // The transfers are stored before the record that names them: after a crash in between they are requested again
    // with the same ids.
    QStringList ids;
    QList<QFuture<Result<TransferSnapshot>>> added;
    for (const FetchTransfer &transfer : transfers) {
        ids.append(transfer.id);
        added.append(m_transfers.add(transfer.request, transfer.id));
    }
    whenAllFinished(added, this, [this, fetch, ids](const QList<Result<TransferSnapshot>> &results) {
        for (const Result<TransferSnapshot> &result : results) {
            if (!result)
                fetch->error = result.error();
        }
        const bool isBegun = !fetch->error;
        end(fetch,
            {fetch->rule.key(), ids, isBegun ? FetchRun::State::Running : FetchRun::State::Failed,
             isBegun ? Message() : fetch->error->message});
    });
}

void JobFetchService::end(const std::shared_ptr<Fetch> &fetch, const FetchRun &run)
{
    m_fetching.remove(fetch->token());
    JobController *job = m_jobs.live(fetch->job);
    if (job && job->record().uuid == fetch->uuid)
        job->setFetch(run);
    recordResults();
}

void JobFetchService::recordResults()
{
    for (JobController *job : m_jobs.all().values()) {
        const QList<FetchRun> runs = job->record().fetches;
        for (const FetchRun &run : runs) {
            if (run.state == FetchRun::State::Running)
                recordResult(*job, run);
        }
    }
}

void JobFetchService::recordResult(JobController &job, FetchRun run)
{
    FetchSum sum;
    QString to;
    for (const QString &id : std::as_const(run.transfers)) {
        const auto transfer = m_transfers.transfer(id);
        if (transfer && !isEnded(transfer->state))
            return;
        if (!transfer || transfer->state != TransferState::Done) {
            if (!std::exchange(sum.hasFailed, true))
                sum.reason = transfer && !transfer->reason.isEmpty()
                    ? transfer->reason
                    : Message(QT_TRANSLATE_NOOP("engine", "the transfer was canceled."));
        }
        if (!transfer)
            continue;
        to = to.isEmpty() ? transfer->request.target.path : to;
        sum.files += transfer->filesDone;
        sum.total += transfer->filesTotal;
        sum.bytes += transfer->bytesDone;
        sum.kept += transfer->filesKept;
    }
    for (const FetchRule &rule : fetchRulesOf(job.record().document)) {
        if (rule.key() == run.key)
            to = fetchFolder(rule.to, job.record().id, QDir::homePath());
    }
    run.state = sum.hasFailed ? FetchRun::State::Failed : FetchRun::State::Done;
    run.message = resultMessage(sum, shownPath(to));
    job.setFetch(run);
}

void JobFetchService::setRules(const SetFetchRules &request, const ReplyTo<QJsonObject> &reply)
{
    m_jobs.with(request.id, reply, [this, rules = request.rules, reply](JobController &job) {
        QJsonArray plain;
        for (QJsonObject json : rules) {
            json.remove(u"state"_s);
            json.remove(u"reason"_s);
            plain.append(json);
        }
        QJsonObject extension = extensionOf(job.record().document);
        extension[u"fetch"_s] = plain;
        DocumentCheck check = checkObject(ResourceKind::Job, withExtension(job.record().document, extension));
        const QString place = toString(JsonPath{{u"properties"_s, -1}, {u"x-batchdeck"_s, -1}, {u"fetch"_s, -1}});
        check.faults.removeIf([&place](const Fault &fault) { return !fault.target.startsWith(place); });
        if (!check.isValid())
            return reply(refusedDocument(job.record().id.toString(), check.faults));
        job.setFetchRules(plain);
        m_timer.start(0); // the job may have ended already
        whenFinished(job.recorded(), this, [reply, document = job.document()](const Result<void> &stored) {
            stored ? reply(document) : reply(stored.error());
        });
    });
}

} // namespace engine
