// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/transfer/dropcount.h"

#include "engine/base/whenfinished.h"

#include <QPointer>

namespace models {

using engine::Result;
using engine::TransferPreview;

namespace {

constexpr int mostAtOnce = 3; // concurrent previews: each logs in to the machine

} // namespace

DropCount::DropCount(engine::EngineClient &client, QObject *parent) : QObject(parent), m_client(client) { }

DropCount::~DropCount()
{
    stop();
}

void DropCount::begin(const QList<engine::TransferRequest> &requests)
{
    stop();
    m_previews.resize(requests.size());
    m_requests = requests;
    m_open = requests.size();
    for (int i = 0; i < mostAtOnce; ++i)
        beginNext();
}

void DropCount::beginNext()
{
    const qsizetype index = m_asked.size();
    if (index >= m_requests.size())
        return;
    const auto told = [self = QPointer(this), index, round = m_round](const TransferPreview &preview) {
        if (self)
            self->receive(round, index, preview, false);
    };
    m_asked.append(m_client.transfers.preview(m_requests.at(index), told));
    engine::whenFinished(m_asked.constLast(), this, [this, index, round = m_round](const Result<TransferPreview> &all) {
        receive(round, index, all, true);
    });
}

void DropCount::stop()
{
    ++m_round;
    m_open = 0;
    m_requests.clear();
    for (QFuture<Result<TransferPreview>> &asked : m_asked)
        asked.cancel();
    m_asked.clear();
    m_previews.clear();
}

void DropCount::receive(quint64 round, qsizetype index, const Result<TransferPreview> &preview, bool isAll)
{
    if (round != m_round)
        return;
    if (preview)
        m_previews[index] = *preview;
    else
        m_previews[index].problem = preview.error().message;
    if (isAll) {
        --m_open;
        beginNext();
    }
    emit changed();
}

} // namespace models
