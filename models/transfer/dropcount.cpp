// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/transfer/dropcount.h"

#include "engine/base/whenfinished.h"

namespace models {

using engine::Result;
using engine::TransferPreview;

namespace {

constexpr int mostAtOnce = 3; // each logs in to the machine

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
    if (m_begun >= m_requests.size())
        return;
    const qsizetype index = m_begun++;
    engine::whenFinished(
        m_client.transfers.preview(m_requests.at(index)), this,
        [this, index, round = m_round](const Result<TransferPreview> &preview) { receive(round, index, preview); });
}

void DropCount::stop()
{
    ++m_round;
    m_open = m_begun = 0;
    m_requests.clear();
    for (const TransferPreview &preview : std::as_const(m_previews)) {
        if (!preview.cursor.isEmpty())
            m_client.transfers.endPreview(preview.cursor);
    }
    m_previews.clear();
}

void DropCount::receive(quint64 round, qsizetype index, const Result<TransferPreview> &preview)
{
    if (round != m_round) {
        if (preview && !preview->cursor.isEmpty())
            m_client.transfers.endPreview(preview->cursor);
        return;
    }
    if (preview)
        m_previews[index] = *preview;
    else
        m_previews[index].problem = preview.error().message;
    if (preview && !preview->cursor.isEmpty()) {
        engine::whenFinished(
            m_client.transfers.previewFurther(preview->cursor), this,
            [this, index, round](const Result<TransferPreview> &further) { receive(round, index, further); });
    } else {
        m_previews[index].cursor.clear();
        --m_open;
        beginNext();
    }
    emit changed();
}

} // namespace models
