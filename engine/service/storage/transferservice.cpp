// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/storage/transferservice.h"

#include "engine/base/whenfinished.h"
#include "engine/storage/transfer/run/transferruns.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QString undosKey = u"transferUndos"_s; // key of a setting: [[{"id", "transfer"}, …], …]

// Progress without the request: with many sources it would be the largest part, and listeners have it already.
QJsonObject progressNews(const TransferSnapshot &transfer)
{
    constexpr qsizetype mostRepeated = 100;
    if (transfer.request.sources.size() <= mostRepeated)
        return {{u"transfer"_s, transfer.toJson()}};
    return {{u"progress"_s, transfer.progressToJson()}};
}

} // namespace

TransferService::TransferService(Router &router, Store &store, TransferQueue &queue, Places &places)
    : m_router(router), m_store(store), m_queue(queue), m_places(places)
{
    router.on(method::startTransfer, this, &TransferService::start);
    router.on(method::undoTransfer, this, &TransferService::undo);
    router.on(method::waitForTransfer, this, &TransferService::wait);
    router.on(method::previewTransfer, this, &TransferService::preview);
    router.on(method::listTransfers, this, &TransferService::list);
    router.on(method::showTransfer, this, &TransferService::show);
    router.on(method::changeTransfer, this, &TransferService::change);
    router.on(method::limitTransfers, this, &TransferService::limit);
    router.on(method::pauseTransfer, this, &TransferService::pause);
    router.on(method::resumeTransfer, this, &TransferService::resume);
    router.on(method::cancelTransfer, this, &TransferService::cancel);
    connect(&queue, &TransferQueue::changed, this, [this](const TransferSnapshot &transfer) {
        emit transferred({{u"transfer"_s, transfer.toJson()}});
        continueUndo(transfer);
    });
    connect(&queue, &TransferQueue::progressed, this,
            [this](const TransferSnapshot &transfer) { emit transferred(progressNews(transfer)); });
    connect(&queue, &TransferQueue::removed, this, [this](const QString &id) {
        emit transferred({{u"removed"_s, id}});
    });
}

Result<void> TransferService::check(const TransferRequest &request) const
{
    if (request.sources.isEmpty())
        return TransferRequest::fromJson({}).error();
    for (const Location &location : request.sources + QList<Location>{request.target}) {
        if (const auto end = findEnd(location.place); !end)
            return end.error();
    }
    return {};
}

Result<TransferService::End> TransferService::findEnd(const QString &place) const
{
    const auto account = m_queue.accountAt(place);
    if (!account)
        return account.error();
    if (*account)
        return End{{}, *account};
    const auto host = m_places.host(place);
    return host ? Result(End{*host, {}}) : host.error();
}

void TransferService::start(const GivenTransfer &request, const ReplyTo<TransferSnapshot> &reply)
{
    if (const auto valid = check(request.transfer); !valid)
        return reply(valid.error());
    whenFinished(m_queue.add(request.transfer, {}, m_previews.takeList(request.transfer)), this, reply);
}

// One transfer after another, if the replaced files are in several trash folders.
void TransferService::undo(const OfResource &request, const ReplyTo<QStringList> &reply)
{
    const auto transfer = m_queue.transfer(request.id);
    if (!transfer)
        return reply(transfer.error());
    QList<UndoStep> steps;
    QStringList ids;
    for (const TransferRequest &step : undoOf(*transfer)) {
        steps.append({QUuid::createUuid().toString(QUuid::WithoutBraces), step});
        ids.append(steps.constLast().id);
    }
    if (steps.isEmpty() && !accountOf(transfer->request.target.place).isEmpty())
        return reply(Error{
            ErrorCode::Conflict,
            QT_TRANSLATE_NOOP("engine", "A storage account has no trash. What a transfer replaces there is gone."),
            transfer->id});
    if (steps.isEmpty())
        return reply(
            Error{ErrorCode::Conflict, QT_TRANSLATE_NOOP("engine", "This transfer replaced nothing."), transfer->id});
    if (steps.size() > 1) {
        m_undos.append(steps);
        saveUndos();
    }
    const UndoStep first = steps.constFirst();
    whenFinished(m_queue.add(first.request, first.id), this,
                 [reply, ids](const Result<TransferSnapshot> &added) { added ? reply(ids) : reply(added.error()); });
}

void TransferService::continueUndo(const TransferSnapshot &ended)
{
    const auto found = std::find_if(m_undos.cbegin(), m_undos.cend(), [&ended](const QList<UndoStep> &steps) {
        return steps.constFirst().id == ended.id;
    });
    if (found == m_undos.cend() || !isEnded(ended.state))
        return;
    QList<UndoStep> steps = m_undos.takeAt(found - m_undos.cbegin());
    steps.removeFirst();
    const bool goesOn = !steps.isEmpty() && ended.state != TransferState::Canceled;
    if (goesOn)
        m_undos.append(steps);
    saveUndos();
    if (goesOn)
        m_queue.add(steps.constFirst().request, steps.constFirst().id);
}

void TransferService::saveUndos()
{
    const auto stepJson = [](const UndoStep &step) {
        return QJsonObject{{u"id"_s, step.id}, {u"transfer"_s, step.request.toJson()}};
    };
    const QJsonArray undos = arrayOf(m_undos, [&](const QList<UndoStep> &undo) { return arrayOf(undo, stepJson); });
    m_store.putSetting({undosKey, QString::fromUtf8(QJsonDocument(undos).toJson(QJsonDocument::Compact))});
}

// The previous engine may have ended between two steps.
void TransferService::begin()
{
    const QByteArray text = m_store.initialContents().settings.value(undosKey).toUtf8();
    for (const QJsonValue &undo : QJsonDocument::fromJson(text).array()) {
        QList<UndoStep> steps;
        for (const QJsonValue &step : undo.toArray()) {
            if (const auto request = TransferRequest::fromJson(step[u"transfer"_s].toObject()))
                steps.append({step[u"id"_s].toString(), *request});
        }
        if (!steps.isEmpty())
            m_undos.append(steps);
    }
    for (const QList<UndoStep> &steps : QList<QList<UndoStep>>(m_undos)) {
        const UndoStep &next = steps.constFirst();
        if (const auto known = m_queue.transfer(next.id))
            continueUndo(*known);
        else
            m_queue.add(next.request, next.id);
    }
}

void TransferService::wait(const OfResource &request, const ReplyTo<TransferSnapshot> &reply)
{
    const auto tell = [reply, id = request.id](const TransferSnapshot &transfer) {
        if (transfer.id == id)
            isEnded(transfer.state) ? reply(transfer) : reply.call().progress(transfer.progressToJson());
    };
    const auto now = m_queue.transfer(request.id);
    if (!now)
        return reply(now.error());
    QObject *waiter = m_router.waiter(reply.call(), &m_queue);
    connect(&m_queue, &TransferQueue::changed, waiter, tell);
    connect(&m_queue, &TransferQueue::progressed, waiter, tell);
    connect(&m_queue, &TransferQueue::removed, waiter, [this, id = request.id, reply](const QString &removed) {
        if (removed == id)
            reply(m_queue.transfer(id).error());
    });
    tell(*now);
}

void TransferService::preview(const GivenTransfer &request, const ReplyTo<TransferPreview> &reply)
{
    const TransferRequest &transfer = request.transfer;
    if (const auto valid = check(transfer); !valid)
        return reply(valid.error());
    if (const auto room = m_previews.mayBegin(); !room)
        return reply(room.error());
    const auto files = m_places.files(transfer.target.place);
    const auto source = findEnd(transfer.sources.constFirst().place);
    const auto target = findEnd(transfer.target.place);
    if (!files || !source || !target)
        return reply(!files ? files.error() : !source ? source.error() : target.error());
    const TransferWays ways{source->host, target->host, source->account, target->account};
    m_previews.begin(
        std::make_unique<Preview>(m_queue.planOfPreview(transfer), ways.toSource(), ways.toTarget(),
                                  preparationFor(ways)),
        transfer, (*files)->space(transfer.target.path), m_queue.speedOf(transfer), m_router.waiter(reply.call(), this),
        [reply](const TransferPreview &known, bool isAll) { isAll ? reply(known) : reply.progress(known); });
}

void TransferService::list(const Nothing &, const ReplyTo<QList<TransferSnapshot>> &reply)
{
    reply(m_queue.all());
}

void TransferService::show(const OfResource &request, const ReplyTo<TransferSnapshot> &reply)
{
    reply(m_queue.transfer(request.id));
}

void TransferService::change(const ChangeTransfer &request, const ReplyTo<TransferSnapshot> &reply)
{
    const auto valid = request.change.check();
    valid ? reply(m_queue.change(request.id, request.change)) : reply(valid.error());
}

void TransferService::limit(const LimitTransfers &request, const ReplyTo<TransferLimits> &reply)
{
    const TransferLimits now = m_queue.limits();
    const TransferLimits limits{request.perPlace.value_or(now.perPlace), request.total.value_or(now.total)};
    if (const auto valid = limits.check(); !valid)
        return reply(valid.error());
    if (limits != now)
        m_queue.setLimits(limits);
    reply(limits);
}

} // namespace engine
