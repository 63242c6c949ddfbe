// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/queue/transferqueue.h"

#include "engine/api/fields.h"
#include "engine/base/whenfinished.h"
#include "engine/storage/transfer/places/sftp/sftpservers.h"
#include "engine/storage/transfer/queue/queuedtransfer.h"
#include "engine/storage/transfer/run/transferruns.h"
#include "engine/storage/transfer/wire/part/partjournal.h"
#include "engine/storage/transfer/wire/plan/placednote.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

using namespace std::chrono_literals;

const QString limitsKey = u"transferLimits"_s;
const QString speedsKey = u"transferSpeeds"_s; // [[source and target, bytes a second], …], latest last
const QString spansKey = u"transferSpans"_s; // JSON of TransferSpans
constexpr qsizetype mostSpeeds = 200;
constexpr auto queueLookInterval = 250ms;

Error noSuchTransfer(const QString &id)
{
    return {ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no transfer %1."), {id.left(60)}}, id};
}

// Source and target of a transfer, without this computer, which most transfers share.
QSet<QString> placesOf(const TransferRequest &request)
{
    QSet<QString> places{request.sources.constFirst().place, request.target.place};
    if (places.size() > 1)
        places.remove(QString());
    return places;
}

QString routeOf(const TransferRequest &request)
{
    return request.sources.constFirst().place + u'\n' + request.target.place;
}

qint64 epochSeconds()
{
    return epochMs() / 1000;
}

} // namespace

TransferQueue::TransferQueue(Store &store, QString folder, HostOf hostOf, QObject *parent)
    : QObject(parent), m_store(store), m_folder(std::move(folder)), m_hostOf(std::move(hostOf))
{
    m_timer.setInterval(queueLookInterval);
    connect(&m_timer, &QTimer::timeout, this, &TransferQueue::look);
}

TransferQueue::~TransferQueue()
{
    for (const auto &transfer : m_transfers)
        transfer->abort(); // all first, as each takes a moment to end
    m_transfers.clear();
    m_spans.endAll(epochSeconds());
    saveSpans();
}

void TransferQueue::begin()
{
    const QByteArray limits = m_store.initialContents().settings.value(limitsKey).toUtf8();
    TransferLimits kept = m_limits;
    if (readJson(QJsonDocument::fromJson(limits).object(), kept) && kept.check())
        m_limits = kept;
    const QByteArray speeds = m_store.initialContents().settings.value(speedsKey).toUtf8();
    for (const QJsonValue &one : QJsonDocument::fromJson(speeds).array())
        m_speeds.append({one[0].toString(), one[1].toInteger()});
    const QByteArray spans = m_store.initialContents().settings.value(spansKey).toUtf8();
    m_spans = TransferSpans::fromJson(QJsonDocument::fromJson(spans).object());
    m_savedSpans = QString::fromUtf8(spans);
    m_spans.endAll(epochSeconds());
    for (const TransferRow &row : m_store.initialContents().transfers) {
        auto state = TransferSnapshot::fromJson(row.record);
        if (state.id != row.id || state.request.sources.isEmpty())
            continue;
        if (!isEnded(state.state) && state.state != TransferState::Paused)
            state.state = TransferState::Waiting;
        m_transfers.push_back(std::make_unique<QueuedTransfer>(state));
    }
    m_timer.start();
}

QFuture<Result<TransferSnapshot>> TransferQueue::add(const TransferRequest &request, const QString &id,
                                                     std::unique_ptr<SourceList> list)
{
    if (const auto known = transfer(id); !id.isEmpty() && known)
        return QtFuture::makeReadyFuture(known);
    TransferSnapshot state;
    state.id = id.isEmpty() ? QUuid::createUuid().toString(QUuid::WithoutBraces) : id;
    state.request = request;
    state.createdMs = epochMs();
    m_transfers.push_back(std::make_unique<QueuedTransfer>(state));
    m_transfers.back()->giveList(std::move(list));
    auto stored = m_store.putTransfer({state.id, state.toJson()});
    emit changed(state); // now, as it may wait for a run
    startNext();
    if (const auto added = find(state.id))
        (void)(*added)->takeList();
    m_timer.start();
    return transformed(stored, this, [this, state](const Result<void> &result) -> Result<TransferSnapshot> {
        if (!result)
            return result.error();
        auto now = transfer(state.id); // a small transfer may have ended before it is stored
        return now ? std::move(now) : state; // it may be removed already
    });
}

// The folder of the journals is made, as it takes the file of the preview's list.
TransferPlan TransferQueue::planOfPreview(const TransferRequest &request) const
{
    QDir().mkpath(m_folder);
    TransferPlan plan = planOf(request);
    plan.journalFile = journalOf(u"preview"_s);
    return plan;
}

Result<QueuedTransfer *> TransferQueue::find(const QString &id) const
{
    const auto isIt = [&id](const auto &transfer) { return transfer->shown().id == id; };
    const auto found = std::find_if(m_transfers.begin(), m_transfers.end(), isIt);
    if (found == m_transfers.end())
        return noSuchTransfer(id);
    return found->get();
}

Result<TransferSnapshot> TransferQueue::transfer(const QString &id) const
{
    const auto found = find(id);
    if (!found)
        return found.error();
    return (*found)->shown();
}

QList<TransferSnapshot> TransferQueue::all() const
{
    QList<TransferSnapshot> list;
    for (const auto &transfer : m_transfers)
        list.append(transfer->shown());
    return list;
}

bool TransferQueue::isBusy() const
{
    return std::any_of(m_transfers.begin(), m_transfers.end(), [](const auto &transfer) {
        const TransferState state = transfer->shown().state;
        return transfer->isRunning() || (!isEnded(state) && state != TransferState::Paused);
    });
}

qint64 TransferQueue::speedOf(const TransferRequest &request) const
{
    const auto known = std::find_if(m_speeds.cbegin(), m_speeds.cend(),
                                    [route = routeOf(request)](const auto &speed) { return speed.first == route; });
    return known == m_speeds.cend() ? 0 : known->second;
}

Result<void> TransferQueue::pause(const QString &id)
{
    const auto found = find(id);
    if (!found)
        return found.error();
    QueuedTransfer &transfer = **found;
    if (isEnded(transfer.shown().state))
        return Error{ErrorCode::Conflict, QT_TRANSLATE_NOOP("engine", "This transfer has ended."), id};
    transfer.shown().state = TransferState::Paused;
    transfer.shown().reason = {};
    transfer.shown().nextTryMs = 0;
    transfer.abort();
    save(transfer);
    return {};
}

Result<void> TransferQueue::resume(const QString &id)
{
    const auto found = find(id);
    if (!found)
        return found.error();
    QueuedTransfer &transfer = **found;
    const TransferState state = transfer.shown().state;
    if (state == TransferState::Canceled || state == TransferState::Done)
        return Error{ErrorCode::Conflict, QT_TRANSLATE_NOOP("engine", "This transfer has ended."), id};
    if (transfer.isRunning() && state != TransferState::Paused)
        return {};
    transfer.resume();
    save(transfer);
    startNext();
    return {};
}

Result<void> TransferQueue::cancel(const QString &id)
{
    const auto found = find(id);
    if (!found)
        return found.error();
    QueuedTransfer &transfer = **found;
    TransferSnapshot &shown = transfer.shown();
    const bool isCleared = isEnded(shown.state);
    const bool isToBeTakenAway =
        shown.state == TransferState::Failed ? QFile::exists(journalOf(id)) : shown.endedMs == 0;
    if (isCleared && !isToBeTakenAway) {
        forget(id);
        return {};
    }
    if (isCleared)
        transfer.clear();
    if (shown.state == TransferState::Canceled)
        return {}; // it is about to end
    shown.state = TransferState::Canceled;
    shown.reason = {};
    shown.endedMs = shown.startedMs > 0 ? 0 : epochMs(); // 0: a run has to remove the staging folder
    transfer.abort();
    save(transfer);
    startNext();
    return {};
}

Result<TransferSnapshot> TransferQueue::change(const QString &id, const TransferChange &change)
{
    const auto found = find(id);
    if (!found)
        return found.error();
    QueuedTransfer &transfer = **found;
    if (change.bytesPerSecond)
        transfer.setRate(*change.bytesPerSecond);
    if (change.priority)
        transfer.shown().priority = *change.priority;
    if (change.isFirst) {
        for (const auto &other : m_transfers) {
            if (other.get() != &transfer && !isEnded(other->shown().state))
                transfer.shown().priority = qMax(transfer.shown().priority, other->shown().priority + 1);
        }
    }
    save(transfer);
    startNext();
    return transfer.shown();
}

void TransferQueue::setLimits(const TransferLimits &limits)
{
    m_limits = limits;
    m_store.putSetting(
        {limitsKey,
         QString::fromUtf8(
             QJsonDocument(JsonOf<TransferLimits>::write(limits).toObject()).toJson(QJsonDocument::Compact))});
    startNext();
}

// By value: a reference could be to the id of the transfer that is erased.
void TransferQueue::forget(QString id)
{
    m_store.removeTransfer(id);
    if (const auto known = transfer(id))
        forgetPlaced(planOf(*known, journalOf(id)));
    PartJournal::remove(journalOf(id)); // also if the staging folder could not be removed
    SftpServers::forget(journalOf(id));
    std::erase_if(m_transfers, [&id](const auto &transfer) { return transfer->shown().id == id; });
    emit removed(id);
}

void TransferQueue::startNext()
{
    std::vector<QueuedTransfer *> inTurn;
    for (const auto &transfer : m_transfers)
        inTurn.push_back(transfer.get());
    std::stable_sort(inTurn.begin(), inTurn.end(), [](const QueuedTransfer *one, const QueuedTransfer *other) {
        return one->shown().priority > other->shown().priority;
    });
    for (QueuedTransfer *transfer : inTurn) {
        const TransferSnapshot &shown = transfer->shown();
        const bool isDue = shown.state == TransferState::Waiting
            || (shown.state == TransferState::Retrying && shown.nextTryMs <= epochMs());
        const bool isToBeTakenAway = shown.state == TransferState::Canceled && shown.endedMs == 0;
        if (!transfer->isRunning() && (isToBeTakenAway || (isDue && hasRoomFor(*transfer))))
            start(*transfer, isToBeTakenAway);
    }
}

bool TransferQueue::isAnyRunningTo(const QString &place) const
{
    return std::any_of(m_transfers.begin(), m_transfers.end(), [&place](const auto &transfer) {
        return transfer->isRunning() && transfer->shown().request.target.place == place;
    });
}

bool TransferQueue::hasRoomFor(const QueuedTransfer &transfer) const
{
    int running = 0;
    QHash<QString, int> runningAt;
    for (const auto &other : m_transfers) {
        if (!other->isRunning())
            continue;
        ++running;
        for (const QString &place : placesOf(other->shown().request))
            ++runningAt[place];
    }
    const QSet<QString> places = placesOf(transfer.shown().request);
    return running < m_limits.total && std::all_of(places.cbegin(), places.cend(), [&](const QString &place) {
               return runningAt.value(place) < m_limits.perPlace;
           });
}

Result<std::shared_ptr<BlobService>> TransferQueue::accountAt(const QString &place) const
{
    const QString name = accountOf(place);
    if (name.isEmpty())
        return std::shared_ptr<BlobService>();
    if (m_accountOf)
        return m_accountOf(name);
    return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no storage account %1."), {name}}, place};
}

Result<void> TransferQueue::findEnd(const QString &place, std::shared_ptr<RemoteHost> &host,
                                    std::shared_ptr<BlobService> &account) const
{
    const auto found = accountAt(place);
    if (!found)
        return found.error();
    account = *found;
    if (account || place.isEmpty())
        return {};
    host = m_hostOf(place);
    if (host)
        return {};
    return Error{
        ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no machine %1 any more."), {place}}, place};
}

void TransferQueue::start(QueuedTransfer &transfer, bool isDiscarding)
{
    TransferSnapshot &shown = transfer.shown();
    TransferWays ways;
    const QString source = shown.request.sources.constFirst().place;
    auto found = findEnd(source, ways.source, ways.sourceAccount);
    if (found || isDiscarding) // only the target has a staging folder
        found = findEnd(shown.request.target.place, ways.target, ways.targetAccount);
    if (!found) {
        transfer.giveUp(found.error());
        return save(transfer);
    }
    if (!isDiscarding)
        shown.state = TransferState::Running;
    shown.startedMs = shown.startedMs > 0 ? shown.startedMs : epochMs();
    shown.nextTryMs = 0;
    QDir().mkpath(m_folder);
    TransferPlan plan = planOf(shown, journalOf(shown.id));
    if (!isDiscarding) {
        m_spans.begin(shown.request.target.place, epochSeconds());
        saveSpans();
        plan.unsettled = m_spans.of(shown.request.target.place);
    }
    if (ways.source && ways.target)
        plan.targetAddress = m_addressOf ? m_addressOf(shown.request.target.place).toLatin1() : QByteArray();
    auto run = makeTransferRun(plan, ways);
    run->useList(transfer.takeList());
    transfer.start(std::move(run), isDiscarding, [this, id = shown.id](const Result<void> &result) {
        QMetaObject::invokeMethod(this, [this, id, result] {
            if (const auto ended = find(id))
                finished(**ended, result);
        });
    });
    save(transfer);
}

void TransferQueue::finished(QueuedTransfer &transfer, const Result<void> &result)
{
    transfer.finish(result);
    if (const QString place = transfer.shown().request.target.place; !isAnyRunningTo(place)) {
        m_spans.end(place, epochSeconds());
        saveSpans();
    }
    rememberSpeed(transfer);
    saveSpeeds();
    if (transfer.isToBeForgotten())
        forget(transfer.shown().id);
    else
        save(transfer);
    startNext();
}

void TransferQueue::save(const QueuedTransfer &transfer)
{
    const TransferSnapshot &shown = transfer.shown();
    const auto stored = m_store.putTransfer({shown.id, shown.toJson()});
    const bool isThrough = shown.state == TransferState::Done || shown.state == TransferState::Canceled;
    if (isThrough && shown.endedMs > 0)
        whenFinished(stored, this, [plan = planOf(shown, journalOf(shown.id))](const Result<void> &isKept) {
            if (isKept)
                forgetPlaced(plan);
        });
    emit changed(shown);
}

void TransferQueue::look()
{
    for (const auto &transfer : m_transfers) {
        if (!transfer->isRunning() || !transfer->look())
            continue;
        rememberSpeed(*transfer);
        emit progressed(transfer->shown());
    }
    startNext();
}

void TransferQueue::rememberSpeed(const QueuedTransfer &transfer)
{
    const TransferRequest &request = transfer.shown().request;
    const qint64 speed = transfer.speed().mean();
    if (speed == 0 || request.bytesPerSecond > 0) // a limit hides the speed of the connection
        return;
    const QString route = routeOf(request);
    m_speeds.removeIf([&route](const auto &known) { return known.first == route; });
    m_speeds.append({route, speed});
    if (m_speeds.size() > mostSpeeds)
        m_speeds.removeFirst();
}

void TransferQueue::saveSpeeds()
{
    QJsonArray speeds;
    for (const auto &[route, speed] : std::as_const(m_speeds))
        speeds.append(QJsonArray{route, speed});
    const QString text = QString::fromUtf8(QJsonDocument(speeds).toJson(QJsonDocument::Compact));
    if (std::exchange(m_savedSpeeds, text) != text)
        m_store.putSetting({speedsKey, text});
}

void TransferQueue::saveSpans()
{
    const QString text = QString::fromUtf8(QJsonDocument(m_spans.toJson()).toJson(QJsonDocument::Compact));
    if (std::exchange(m_savedSpans, text) != text)
        m_store.putSetting({spansKey, text});
}

} // namespace engine
