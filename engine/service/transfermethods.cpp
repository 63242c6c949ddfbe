// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Transfers between places.

#include "engine/service/service.h"

#include "engine/api/ours.h"
#include "engine/base/whenfinished.h"
#include "engine/service/shared.h"
#include "engine/storage/transfer/queuedtransfer.h"
#include "engine/storage/transfer/transferruns.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QString undosKey = u"transferUndos"_s; // [[{"id", "transfer"}, …], …]

void answer(const Reply &reply, const Result<void> &result)
{
    result ? reply(QJsonValue(QJsonObject())) : reply(result.error());
}

// Of one that has many sources they would be most of what is said: whoever listens has them.
QJsonObject progressNews(const TransferSnapshot &transfer)
{
    constexpr qsizetype mostRepeated = 100;
    if (transfer.request.sources.size() <= mostRepeated)
        return {{u"transfer"_s, transfer.toJson()}};
    return {{u"progress"_s, transfer.progressToJson()}};
}

QString idIn(const QJsonObject &parameters)
{
    return parameters.value(u"id"_s).toString();
}

} // namespace

void Service::beginTransfers()
{
    const auto hostOf = [this](const QString &name) {
        MachineController *machine = m_machines.value(machineNamed(name));
        return machine ? machine->host() : std::shared_ptr<RemoteHost>();
    };
    m_transfers = std::make_unique<TransferQueue>(*m_store, m_options.profileDirectory + u"/transfers"_s, hostOf);
    m_transfers->setAddressOf([this](const QString &name) {
        return oursOf(m_resources.value(machineNamed(name))).value(u"address"_s).toString();
    });
    connect(m_transfers.get(), &TransferQueue::changed, this, [this](const TransferSnapshot &transfer) {
        emit transferred({{u"transfer"_s, transfer.toJson()}});
        goOnWithUndo(transfer);
    });
    connect(m_transfers.get(), &TransferQueue::progressed, this,
            [this](const TransferSnapshot &transfer) { emit transferred(progressNews(transfer)); });
    connect(m_transfers.get(), &TransferQueue::removed, this, [this](const QString &id) {
        emit transferred({{u"removed"_s, id}});
    });
    m_transfers->begin();
    loadUndos();
}

Result<TransferRequest> Service::transferIn(const QJsonObject &parameters) const
{
    const Result<TransferRequest> request = TransferRequest::fromJson(parameters.value(u"transfer"_s).toObject());
    if (!request)
        return request;
    for (const Location &location : request->sources + QList<Location>{request->target}) {
        if (!location.place.isEmpty() && !m_machines.contains(machineNamed(location.place)))
            return Error{ErrorCode::NotFound,
                         {QT_TRANSLATE_NOOP("engine", "There is no machine %1."), {location.place}},
                         location.place,
                         {},
                         {}};
    }
    return request;
}

void Service::startTransfer(const QJsonObject &parameters, const Reply &reply)
{
    const Result<TransferRequest> request = transferIn(parameters);
    if (!request)
        return reply(request.error());
    whenFinished(m_transfers->add(*request), this, [this, reply](const Result<TransferSnapshot> &added) {
        if (!added)
            return reply(added.error());
        // A small one may be through before it is stored: who asked heard that before it knew whose news it was.
        const auto now = m_transfers->transfer(added->id);
        reply(QJsonValue((now ? *now : *added).toJson()));
    });
}

// By one transfer after the other, where what was replaced lies in several folders of the trash.
void Service::undoTransfer(const QJsonObject &parameters, const Reply &reply)
{
    const auto transfer = m_transfers->transfer(idIn(parameters));
    if (!transfer)
        return reply(transfer.error());
    QList<UndoStep> steps;
    QJsonArray ids;
    for (const TransferRequest &request : undoOf(*transfer)) {
        steps.append({QUuid::createUuid().toString(QUuid::WithoutBraces), request});
        ids.append(steps.constLast().id);
    }
    if (steps.isEmpty())
        return reply(Error{
            ErrorCode::Conflict, QT_TRANSLATE_NOOP("engine", "This transfer replaced nothing."), transfer->id, {}, {}});
    if (steps.size() > 1) {
        m_undos.append(steps);
        saveUndos();
    }
    const UndoStep first = steps.constFirst();
    whenFinished(m_transfers->add(first.request, first.id), this, [reply, ids](const Result<TransferSnapshot> &added) {
        added ? reply(QJsonValue(ids)) : reply(added.error());
    });
}

void Service::goOnWithUndo(const TransferSnapshot &ended)
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
        m_transfers->add(steps.constFirst().request, steps.constFirst().id);
}

void Service::saveUndos()
{
    QJsonArray undos;
    for (const QList<UndoStep> &undo : std::as_const(m_undos)) {
        QJsonArray steps;
        for (const UndoStep &step : undo)
            steps.append(QJsonObject{{u"id"_s, step.id}, {u"transfer"_s, step.request.toJson()}});
        undos.append(steps);
    }
    m_store->putSetting({undosKey, QString::fromUtf8(QJsonDocument(undos).toJson(QJsonDocument::Compact))});
}

// The engine before this one may have ended anywhere between two steps.
void Service::loadUndos()
{
    const QByteArray text = m_store->initialContents().settings.value(undosKey).toUtf8();
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
        if (const auto known = m_transfers->transfer(next.id))
            goOnWithUndo(*known);
        else
            m_transfers->add(next.request, next.id);
    }
}

void Service::previewTransfer(const QJsonObject &parameters, const Reply &reply)
{
    const auto take = [reply](const Result<TransferPreview> &preview) {
        preview ? reply(QJsonValue(preview->toJson())) : reply(preview.error());
    };
    if (const QString cursor = parameters.value(u"cursor"_s).toString(); !cursor.isEmpty())
        return m_previews.look(cursor, take);
    const Result<TransferRequest> request = transferIn(parameters);
    if (!request)
        return reply(request.error());
    RemoteFiles *files = filesOf({{u"place"_s, request->target.place}}, reply);
    if (!files)
        return;
    const auto hostOf = [this](const QString &place) -> std::shared_ptr<RemoteHost> {
        return place.isEmpty() ? nullptr : m_machines.value(machineNamed(place))->host();
    };
    const auto wayTo = [](const std::shared_ptr<RemoteHost> &host) { return host ? bulkTo(host) : OpenBulk(); };
    const TransferWays ways{hostOf(request->sources.constFirst().place), hostOf(request->target.place)};
    m_previews.begin(
        std::make_unique<Preview>(planOf(*request), wayTo(ways.source), wayTo(ways.target), preparationFor(ways)),
        files->space(request->target.path), m_transfers->speedOf(*request), take);
}

void Service::endPreview(const QJsonObject &parameters, const Reply &reply)
{
    m_previews.end(parameters.value(u"cursor"_s).toString());
    reply(QJsonValue(QJsonObject()));
}

void Service::listTransfers(const QJsonObject &, const Reply &reply)
{
    QJsonArray list;
    for (const TransferSnapshot &transfer : m_transfers->all())
        list.append(transfer.toJson());
    reply(QJsonValue(list));
}

void Service::showTransfer(const QJsonObject &parameters, const Reply &reply)
{
    const auto transfer = m_transfers->transfer(idIn(parameters));
    transfer ? reply(QJsonValue(transfer->toJson())) : reply(transfer.error());
}

void Service::waitForTransfer(const QJsonObject &parameters, const Reply &reply)
{
    const QString id = idIn(parameters);
    const auto tell = [reply, id](const TransferSnapshot &transfer) {
        if (transfer.id == id)
            isEnded(transfer.state) ? reply(QJsonValue(transfer.toJson()))
                                    : reply.progress(QJsonValue(transfer.progressToJson()));
    };
    const auto now = m_transfers->transfer(id);
    if (!now)
        return reply(now.error());
    QObject *waiter = waiterOf(reply, m_transfers.get());
    connect(m_transfers.get(), &TransferQueue::changed, waiter, tell);
    connect(m_transfers.get(), &TransferQueue::progressed, waiter, tell);
    connect(m_transfers.get(), &TransferQueue::removed, waiter, [this, id, reply](const QString &removed) {
        if (removed == id)
            reply(m_transfers->transfer(id).error());
    });
    tell(*now);
}

void Service::setTransfer(const QJsonObject &parameters, const Reply &reply)
{
    const Result<TransferChange> change = TransferChange::fromJson(parameters);
    if (!change)
        return reply(change.error());
    const auto changed = m_transfers->change(idIn(parameters), *change);
    changed ? reply(QJsonValue(changed->toJson())) : reply(changed.error());
}

void Service::limitTransfers(const QJsonObject &parameters, const Reply &reply)
{
    const TransferLimits now = m_transfers->limits();
    const Result<TransferLimits> limits = TransferLimits::fromJson(parameters, now);
    if (!limits)
        return reply(limits.error());
    if (*limits != now)
        m_transfers->setLimits(*limits);
    reply(QJsonValue(limits->toJson()));
}

void Service::pauseTransfer(const QJsonObject &parameters, const Reply &reply)
{
    answer(reply, m_transfers->pause(idIn(parameters)));
}

void Service::resumeTransfer(const QJsonObject &parameters, const Reply &reply)
{
    answer(reply, m_transfers->resume(idIn(parameters)));
}

void Service::cancelTransfer(const QJsonObject &parameters, const Reply &reply)
{
    answer(reply, m_transfers->cancel(idIn(parameters)));
}

} // namespace engine
