// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/service.h"

#include "engine/base/whenfinished.h"

#include <QCoreApplication>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

Service::Service(const Options &options, std::unique_ptr<Store> store, QObject *parent)
    : EngineLink(parent), m_options(options), m_store(std::move(store)), m_feed(this), m_logs(this),
      m_scheduleTimer(this), m_startedMs(QDateTime::currentMSecsSinceEpoch())
{
    touch();
    m_scheduleTimer.setSingleShot(true);
    connect(&m_scheduleTimer, &QTimer::timeout, this, &Service::scheduleNow);
    connect(&m_feed, &ChangeFeed::changed, this, &EngineLink::changed);

    const StoreContents &contents = m_store->initialContents();
    m_profileId = contents.profileId;
    for (const ResourceRow &row : contents.resources)
        m_resources.insert(row.id, row.document);
}

void Service::begin()
{
    for (const ResourceRow &row : m_store->initialContents().resources) {
        if (row.id.kind() == ResourceKind::Machine)
            startMachine(row);
    }
    for (const JobRow &row : m_store->initialContents().liveJobs)
        startJob(JobRecord::fromRow(row));
    scheduleSoon();
    whenFinished(m_store->checkedAfterStart(), this, [this](const Result<void> &result) {
        if (!result)
            emit noticed(result.error().message);
    });
}

Service::~Service()
{
    // Controllers use the log collector and the store to their last breath.
    qDeleteAll(m_jobs);
    qDeleteAll(m_machines);
}

const QHash<QString, Service::Method> &Service::methods()
{
    static const QHash<QString, Method> table{
        {u"engine.status"_s, &Service::engineStatus},
        {u"engine.stop"_s, &Service::engineStop},
        {u"engine.release"_s, &Service::engineStop},
        {u"resource.snapshot"_s, &Service::snapshot},
        {u"resource.list"_s, &Service::listResources},
        {u"resource.get"_s, &Service::getResource},
        {u"resource.create"_s, &Service::createResource},
        {u"resource.delete"_s, &Service::deleteResource},
        {u"machine.add"_s, &Service::addMachine},
        {u"cluster.create"_s, &Service::createCluster},
        {u"cluster.resize"_s, &Service::resizeCluster},
        {u"job.create"_s, &Service::createJob},
        {u"job.plan"_s, &Service::planJob},
        {u"job.get"_s, &Service::getJob},
        {u"job.list"_s, &Service::listJobs},
        {u"job.why"_s, &Service::whyJob},
        {u"job.terminate"_s, &Service::terminateJob},
        {u"job.delete"_s, &Service::deleteJob},
        {u"job.rerun"_s, &Service::rerunJob},
        {u"job.files"_s, &Service::listFiles},
        {u"job.follow"_s, &Service::followFile},
        {u"job.events"_s, &Service::listEvents},
        {u"console.useThisComputer"_s, &Service::useThisComputer},
        {u"console.sample"_s, &Service::sample},
    };
    return table;
}

QFuture<Result<QJsonValue>> Service::call(const QString &method, const QJsonObject &parameters)
{
    const Reply reply;
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
    if (method != u"engine.status"_s)
        touch();
    (this->*handler)(parameters, reply);
    return reply.future();
}

void Service::engineStatus(const QJsonObject &, const Reply &reply)
{
    if (hasLiveJobs())
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

void Service::engineStop(const QJsonObject &, const Reply &reply)
{
    if (m_options.kind == EngineKind::Console)
        return reply(
            Error{ErrorCode::Conflict,
                  Message(QT_TRANSLATE_NOOP("engine",
                                            "The engine belongs to the open console (process %1); close its window."),
                          {QString::number(QCoreApplication::applicationPid())}),
                  {},
                  {},
                  {}});
    reply(QJsonValue(QJsonObject()));
    emit endRequested();
}

void Service::snapshot(const QJsonObject &, const Reply &reply)
{
    m_feed.flush();
    struct Gathering
    {
        QJsonArray documents;
        qsizetype open = 1;
    };
    const auto gathering = std::make_shared<Gathering>();
    const auto finishOne = [this, gathering, reply] {
        if (--gathering->open > 0)
            return;
        reply(QJsonValue(QJsonObject{{u"revision"_s, qint64(m_feed.revision())},
                                     {u"upserted"_s, gathering->documents},
                                     {u"removed"_s, QJsonArray()}}));
        for (const Message &notice : std::exchange(m_options.notices, {}))
            emit noticed(notice);
    };
    constexpr int newestJobs = 200;
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        gathering->documents.append(documentOf(it.key()));
        if (it.key().kind() != ResourceKind::Experiment)
            continue;
        ++gathering->open;
        whenFinished(m_store->listJobs(it.key(), {}, newestJobs), this,
                     [this, gathering, finishOne](const Result<QList<JobRow>> &rows) {
                         for (const JobRow &row : rows ? *rows : QList<JobRow>()) {
                             const JobController *live = liveJob(row.id);
                             gathering->documents.append(
                                 live ? live->document()
                                      : toDocument(JobRecord::fromRow(row), {}, m_options.profileDirectory));
                         }
                         finishOne();
                     });
    }
    finishOne();
}

Result<ResourceId> Service::idOf(const QJsonObject &parameters, const QString &key) const
{
    return ResourceId::parseShort(m_profileId, parameters.value(key).toString());
}

void Service::touch()
{
    m_idleSinceMs = QDateTime::currentMSecsSinceEpoch();
}

void Service::storeFailed(const Error &error)
{
    if (std::exchange(m_storeFailing, true))
        return;
    emit noticed(error.message);
}

} // namespace engine
