// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/service.h"

#include "engine/api/documents.h"
#include "engine/base/whenfinished.h"
#include "engine/cluster/membership.h"
#include "engine/node/wakeup.h"
#include "engine/secret/secretstore.h"
#include "engine/service/shared.h"
#include "engine/ssh/sshtransport.h"

#include <QCoreApplication>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QHash<QString, QJsonValue::Type> &parameterTypes()
{
    using Type = QJsonValue::Type;
    static const QHash<QString, Type> types{
        {u"kind"_s, Type::String},     {u"scope"_s, Type::String},       {u"id"_s, Type::String},
        {u"document"_s, Type::Object}, {u"terminate"_s, Type::Bool},     {u"machines"_s, Type::Array},
        {u"target"_s, Type::Double},   {u"text"_s, Type::String},        {u"name"_s, Type::String},
        {u"local"_s, Type::Bool},      {u"home"_s, Type::String},        {u"address"_s, Type::String},
        {u"test"_s, Type::Bool},       {u"runSample"_s, Type::Bool},     {u"cluster"_s, Type::String},
        {u"overrides"_s, Type::Array}, {u"experiment"_s, Type::String},  {u"before"_s, Type::String},
        {u"limit"_s, Type::Double},    {u"directory"_s, Type::String},   {u"path"_s, Type::String},
        {u"file"_s, Type::String},     {u"ssh"_s, Type::Object},         {u"acceptHostKey"_s, Type::String},
        {u"answers"_s, Type::Array},   {u"agentSocket"_s, Type::String}, {u"hosts"_s, Type::Array},
        {u"config"_s, Type::String},   {u"dryRun"_s, Type::Bool},        {u"value"_s, Type::String},
        {u"source"_s, Type::String},   {u"location"_s, Type::String},    {u"clusterText"_s, Type::String},
        {u"minimum"_s, Type::Double},  {u"maximum"_s, Type::Double},     {u"machine"_s, Type::String},
        {u"ids"_s, Type::Array},       {u"sample"_s, Type::String},      {u"node"_s, Type::String},
        {u"check"_s, Type::String},    {u"place"_s, Type::String},       {u"cursor"_s, Type::String},
        {u"offset"_s, Type::Double},   {u"length"_s, Type::Double},      {u"to"_s, Type::String},
        {u"mode"_s, Type::Double},     {u"transfer"_s, Type::Object},    {u"bytesPerSecond"_s, Type::Double},
        {u"priority"_s, Type::Double}, {u"first"_s, Type::Bool},         {u"perPlace"_s, Type::Double},
        {u"total"_s, Type::Double},    {u"rules"_s, Type::Array},        {u"perJob"_s, Type::Double},
        {u"outputs"_s, Type::Array},   {u"removed"_s, Type::Bool},
    };
    return types;
}

bool fits(const QString &key, const QJsonValue &value)
{
    constexpr qsizetype longest = 4096; // of everything but a document's text, or a part of it, and a secret
    const QString text = value.toString();
    const qsizetype most = key == u"overrides"_s ? maximumDocumentSize : longest;
    return key == u"text"_s || key == u"value"_s || key == u"clusterText"_s
        || (text.size() <= most && !text.contains(QChar(0)));
}

bool elementFits(const QString &key, const QJsonValue &value)
{
    if (key == u"rules"_s)
        return value.isObject();
    if (key == u"outputs"_s)
        return value[u"node"_s].isString() && value[u"path"_s].isString() && fits(key, value[u"node"_s])
            && fits(key, value[u"path"_s]);
    if (key != u"answers"_s)
        return value.isString() && fits(key, value);
    const QJsonArray words = value[u"values"_s].toArray();
    return value[u"question"_s].isObject() && std::all_of(words.begin(), words.end(), [&key](const QJsonValue &word) {
               return word.isString() && fits(key, word);
           });
}

} // namespace

Service::Service(const Options &options, std::unique_ptr<Store> store, QObject *parent)
    : EngineLink(parent), m_options(options), m_store(std::move(store)),
      m_feed([this](const ResourceId &id) { return documentOf(id); }, this), m_logs(this, logSettings()),
      m_scheduleTimer(this), m_startedMs(QDateTime::currentMSecsSinceEpoch())
{
    touch();
    m_scheduleTimer.setSingleShot(true);
    connect(&m_scheduleTimer, &QTimer::timeout, this, &Service::scheduleNow);
    connect(&m_feed, &ChangeFeed::changed, this, &EngineLink::changed);

    const StoreContents &contents = m_store->initialContents();
    m_profileId = contents.profileId;
    m_volumes = contents.volumes;
    m_transport = std::make_shared<SshTransport>(m_options.profileDirectory + u"/known_hosts"_s);
    beginSecrets();
    for (const ResourceRow &row : contents.resources) {
        if (row.id.isValid())
            m_resources.insert(row.id, row.document);
    }
    giveUuids();
}

void Service::begin()
{
    auto *wakeup = new Wakeup(this);
    const auto checkMachines = [this] {
        for (MachineController *machine : std::as_const(m_machines))
            machine->checkNow();
    };
    connect(wakeup, &Wakeup::resumed, this, checkMachines);
    connect(wakeup, &Wakeup::networkChanged, this, checkMachines);
    for (const ResourceRow &row : m_store->initialContents().resources) {
        if (row.id.kind() == ResourceKind::Machine)
            startMachine(row);
        if (row.id.kind() != ResourceKind::Experiment)
            continue;
        whenFinished(m_store->countJobs(row.id), this, [this, id = row.id](const Result<qint64> &count) {
            if (count)
                countJobs(id, *count);
        });
    }
    for (const JobRow &row : m_store->initialContents().liveJobs) {
        if (row.id.isValid())
            startJob(JobRecord::fromRow(row));
    }
    beginMemberships();
    beginTransfers();
    beginFetches();
    scheduleSoon();
    sweepSecrets();
    whenFinished(m_store->checkedAfterStart(), this, [this](const Result<void> &result) {
        if (!result)
            emit noticed(result.error().message);
    });
}

Service::~Service()
{
    m_transfers.reset();
    // Controllers use the log collector and the store to their last breath.
    qDeleteAll(m_jobs);
    qDeleteAll(std::exchange(m_memberships, {}));
    qDeleteAll(m_machines);
    for (const Candidate &candidate : std::as_const(m_candidates))
        delete candidate.machine;
}

const QHash<QString, Service::Method> &Service::methods()
{
    static const QHash<QString, Method> table{
        {u"engine.status"_s, &Service::engineStatus},
        {u"engine.stop"_s, &Service::engineStop},
        {u"engine.release"_s, &Service::releaseEngine},
        {u"resource.snapshot"_s, &Service::snapshot},
        {u"resource.list"_s, &Service::listResources},
        {u"resource.get"_s, &Service::getResource},
        {u"resource.create"_s, &Service::createResource},
        {u"resource.update"_s, &Service::updateResource},
        {u"resource.delete"_s, &Service::deleteResource},
        {u"document.check"_s, &Service::checkDocumentText},
        {u"document.export"_s, &Service::exportDocuments},
        {u"document.import"_s, &Service::importDocuments},
        {u"usage.list"_s, &Service::listUsages},
        {u"volume.map"_s, &Service::mapVolume},
        {u"volume.list"_s, &Service::listVolumes},
        {u"volume.unmap"_s, &Service::unmapVolume},
        {u"machine.add"_s, &Service::addMachine},
        {u"machine.connect"_s, &Service::connectMachine},
        {u"machine.cancel"_s, &Service::cancelMachine},
        {u"machine.hosts"_s, &Service::listHosts},
        {u"machine.import"_s, &Service::importMachines},
        {u"machine.doctor"_s, &Service::diagnoseMachine},
        {u"machine.clean"_s, &Service::cleanMachine},
        {u"machine.forgetKey"_s, &Service::forgetHostKey},
        {u"machine.terminal"_s, &Service::terminalCommand},
        {u"secret.set"_s, &Service::setSecret},
        {u"secret.remove"_s, &Service::removeSecret},
        {u"secret.list"_s, &Service::listSecrets},
        {u"cluster.create"_s, &Service::createCluster},
        {u"cluster.resize"_s, &Service::resizeCluster},
        {u"cluster.files"_s, &Service::listSetupFiles},
        {u"job.create"_s, &Service::createJob},
        {u"job.plan"_s, &Service::planJob},
        {u"job.check"_s, &Service::checkJob},
        {u"job.cancelCheck"_s, &Service::cancelCheck},
        {u"job.get"_s, &Service::getJob},
        {u"job.list"_s, &Service::listJobs},
        {u"job.why"_s, &Service::whyJob},
        {u"job.wait"_s, &Service::waitForJob},
        {u"job.terminate"_s, &Service::terminateJob},
        {u"job.delete"_s, &Service::deleteJob},
        {u"job.rerun"_s, &Service::rerunJob},
        {u"job.files"_s, &Service::listFiles},
        {u"job.follow"_s, &Service::followFile},
        {u"job.setFetch"_s, &Service::setFetchRules},
        {u"job.folders"_s, &Service::listOutputFolders},
        {u"job.outputs"_s, &Service::listJobOutputs},
        {u"job.events"_s, &Service::listEvents},
        {u"storage.places"_s, &Service::listStoragePlaces},
        {u"storage.locate"_s, &Service::locate},
        {u"storage.list"_s, &Service::listFolder},
        {u"storage.endList"_s, &Service::endListing},
        {u"storage.stat"_s, &Service::statFile},
        {u"storage.read"_s, &Service::readFile},
        {u"storage.makeFolder"_s, &Service::makeFolder},
        {u"storage.rename"_s, &Service::renameFile},
        {u"storage.setMode"_s, &Service::setFileMode},
        {u"storage.space"_s, &Service::fetchSpace},
        {u"storage.startTask"_s, &Service::startFileTask},
        {u"storage.task"_s, &Service::showFileTask},
        {u"storage.endTask"_s, &Service::endFileTask},
        {u"log.limits"_s, &Service::limitLogs},
        {u"transfer.start"_s, &Service::startTransfer},
        {u"transfer.undo"_s, &Service::undoTransfer},
        {u"transfer.preview"_s, &Service::previewTransfer},
        {u"transfer.endPreview"_s, &Service::endPreview},
        {u"transfer.list"_s, &Service::listTransfers},
        {u"transfer.show"_s, &Service::showTransfer},
        {u"transfer.wait"_s, &Service::waitForTransfer},
        {u"transfer.set"_s, &Service::setTransfer},
        {u"transfer.limits"_s, &Service::limitTransfers},
        {u"transfer.pause"_s, &Service::pauseTransfer},
        {u"transfer.resume"_s, &Service::resumeTransfer},
        {u"transfer.cancel"_s, &Service::cancelTransfer},
        {u"console.useThisComputer"_s, &Service::useThisComputer},
        {u"console.samples"_s, &Service::listSamples},
        {u"console.sample"_s, &Service::sample},
    };
    return table;
}

QFuture<Result<QJsonValue>> Service::call(const QString &method, const QJsonObject &parameters,
                                          const Progress &progress)
{
    const Reply reply(progress);
    const Method handler = methods().value(method);
    if (!handler) {
        reply(Error{ErrorCode::InvalidArgument,
                    Message(QT_TRANSLATE_NOOP("engine", "This engine (version %2) knows no method \"%1\"."),
                            {method, QStringLiteral(BATCHDECK_VERSION)}),
                    method,
                    {},
                    {}});
        return reply.future();
    }
    if (const auto checked = checkTypes(method, parameters); !checked) {
        reply(checked.error());
        return reply.future();
    }
    if (method != u"engine.status"_s)
        touch();
    if (method.startsWith(u"machine."_s))
        useAgent(parameters);
    (this->*handler)(parameters, reply);
    return reply.future();
}

void Service::engineStatus(const QJsonObject &, const Reply &reply)
{
    if (hasLiveJobs() || isSettingUp() || m_transfers->isBusy())
        touch();
    reply(QJsonValue(QJsonObject{
        {u"running"_s, true},
        {u"pid"_s, QCoreApplication::applicationPid()},
        {u"kind"_s, m_options.kind == EngineKind::Console ? u"console"_s : u"serve"_s},
        {u"version"_s, QStringLiteral(BATCHDECK_VERSION)},
        {u"profile"_s, m_options.profileDirectory},
        {u"profileId"_s, m_profileId},
        {u"since"_s, isoTime(m_startedMs)},
        {u"idleSince"_s, isoTime(m_idleSinceMs)},
    }));
}

Result<void> Service::mayEnd() const
{
    if (m_options.kind != EngineKind::Console)
        return {};
    return Error{
        ErrorCode::Conflict,
        Message(QT_TRANSLATE_NOOP("engine", "The engine belongs to the open console (process %1); close its window."),
                {QString::number(QCoreApplication::applicationPid())}),
        {},
        {},
        {}};
}

void Service::engineStop(const QJsonObject &, const Reply &reply)
{
    if (const auto may = mayEnd(); !may)
        return reply(may.error());
    reply(QJsonValue(QJsonObject()));
    emit endRequested();
}

void Service::snapshot(const QJsonObject &, const Reply &reply)
{
    m_feed.flush();
    // The revision of now: what changes while the jobs are read follows as news, told twice rather than never.
    const quint64 revision = m_feed.revision();
    struct Gathering
    {
        QJsonArray documents;
        qsizetype open = 1;
    };
    const auto gathering = std::make_shared<Gathering>();
    const auto finishOne = [this, gathering, revision, reply] {
        if (--gathering->open > 0)
            return;
        reply(QJsonValue(QJsonObject{
            {u"revision"_s, qint64(revision)}, {u"upserted"_s, gathering->documents}, {u"removed"_s, QJsonArray()}}));
        for (const Message &notice : std::exchange(m_options.notices, {}))
            emit noticed(notice);
    };
    constexpr int newestJobs = 200;
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        gathering->documents.append(documentOf(it.key()));
        if (it.key().kind() != ResourceKind::Experiment)
            continue;
        ++gathering->open;
        whenFinished(
            m_store->listJobs(it.key(), {}, newestJobs), this,
            [this, gathering, finishOne](const Result<QList<JobRow>> &rows) {
                for (const JobRow &row : rows ? *rows : QList<JobRow>()) {
                    const JobController *live = liveJob(row.id);
                    gathering->documents.append(withoutContents(
                        live ? live->document() : toDocument(JobRecord::fromRow(row), {}, m_options.profileDirectory)));
                }
                finishOne();
            });
    }
    for (auto it = m_candidates.cbegin(); it != m_candidates.cend(); ++it)
        gathering->documents.append(documentOf(it.key()));
    finishOne();
}

Result<ResourceId> Service::idOf(const QJsonObject &parameters, const QString &key) const
{
    const auto id = ResourceId::parseShort(m_profileId, parameters.value(key).toString());
    if (id && id->profile().compare(m_profileId, Qt::CaseInsensitive) != 0)
        return Error{
            ErrorCode::InvalidArgument,
            Message(QT_TRANSLATE_NOOP("engine", "%1 belongs to another profile."), {id->shortText().left(200)}),
            id->toString().left(500),
            {},
            {}};
    return id;
}

Result<void> Service::checkTypes(const QString &method, const QJsonObject &parameters)
{
    // How many nodes a cluster is to have, but for these.
    const bool isTargetText = method.startsWith(u"volume."_s) || method.startsWith(u"document."_s);
    for (auto it = parameters.begin(); it != parameters.end(); ++it) {
        const auto type = parameterTypes().constFind(it.key());
        if (type == parameterTypes().cend())
            continue; // of a later version
        const QJsonValue::Type wanted = isTargetText && it.key() == u"target"_s ? QJsonValue::String : *type;
        bool good = it->type() == wanted && fits(it.key(), *it);
        for (const QJsonValue &element : it->toArray())
            good = good && elementFits(it.key(), element);
        if (!good)
            return invalidArgument(
                it.key(),
                Message(
                    QT_TRANSLATE_NOOP("engine",
                                      "%1: the parameter \"%2\" is of the wrong type, too long, or holds characters "
                                      "that are not allowed."),
                    {method, it.key()}));
    }
    return {};
}

QObject *Service::waiterOf(const Reply &reply, QObject *subject)
{
    auto *waiter = new QFutureWatcher<Result<QJsonValue>>(subject);
    connect(waiter, &QFutureWatcherBase::canceled, waiter, &QObject::deleteLater);
    connect(waiter, &QFutureWatcherBase::finished, waiter, &QObject::deleteLater);
    connect(this, &Service::endRequested, waiter, [reply] {
        reply(Error{ErrorCode::Unreachable, QT_TRANSLATE_NOOP("engine", "The engine ends."), {}, {}, {}});
    });
    waiter->setFuture(reply.future());
    return waiter;
}

void Service::touch()
{
    m_idleSinceMs = QDateTime::currentMSecsSinceEpoch();
}

void Service::storeFailed(const Error &error)
{
    // A full disk fails every write: told at once, then now and again while it lasts.
    constexpr qint64 silenceMs = 10 * 60 * 1000;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (m_storeFailureToldMs && qAbs(now - *m_storeFailureToldMs) < silenceMs)
        return;
    m_storeFailureToldMs = now;
    emit noticed(error.message);
}

} // namespace engine
