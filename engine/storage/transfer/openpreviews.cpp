// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/openpreviews.h"

#include <QUuid>

#include <algorithm>
#include <chrono>

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds previewLookInterval = 20ms;
constexpr qint64 longestWaitMs = 200; // then what is known so far is told
constexpr qint64 patienceMs = 30'000;
constexpr size_t mostOpen = 8;

bool isKnown(const QFuture<Result<SpaceInfo>> &space)
{
    return space.isFinished() && space.resultCount() > 0 && space.result();
}

} // namespace

OpenPreviews::OpenPreviews(QObject *parent) : QObject(parent)
{
    m_timer.setInterval(previewLookInterval);
    connect(&m_timer, &QTimer::timeout, this, &OpenPreviews::answer);
}

void OpenPreviews::begin(std::unique_ptr<Preview> preview, const QFuture<Result<SpaceInfo>> &space,
                         qint64 bytesPerSecond, const Take &take)
{
    if (m_open.size() >= mostOpen)
        retire(std::max_element(m_open.begin(), m_open.end(), [](const auto &a, const auto &b) {
            return a.second.sinceAsked.elapsed() < b.second.sinceAsked.elapsed();
        }));
    const QString cursor = QUuid::createUuid().toString(QUuid::WithoutBraces);
    m_open[cursor] = {std::move(preview), space, bytesPerSecond, {}, {}};
    look(cursor, take);
    m_timer.start();
}

void OpenPreviews::look(const QString &cursor, const Take &take)
{
    const auto found = m_open.find(cursor);
    if (found == m_open.end())
        return take(Error{ErrorCode::NotFound,
                          QT_TRANSLATE_NOOP("engine", "This preview was left alone for too long. Ask for it anew."),
                          cursor,
                          {},
                          {}});
    found->second.sinceAsked.start();
    found->second.take = take;
}

void OpenPreviews::end(const QString &cursor)
{
    if (const auto found = m_open.find(cursor); found != m_open.end())
        retire(found);
}

void OpenPreviews::retire(std::map<QString, Open>::iterator open)
{
    m_ending.add(std::move(open->second.preview));
    m_open.erase(open);
}

void OpenPreviews::answer()
{
    for (auto next = m_open.begin(); next != m_open.end();) {
        const auto at = next++;
        Open &open = at->second;
        const qint64 sinceMs = open.sinceAsked.elapsed();
        const bool isDone = open.preview->isDone() && open.space.isFinished();
        if (open.take && (isDone || sinceMs >= longestWaitMs)) {
            TransferPreview state = open.preview->state();
            state.bytesPerSecond = open.bytesPerSecond;
            if (isKnown(open.space))
                state.freeBytes = open.space.result()->freeBytes;
            if (!isDone)
                state.cursor = at->first;
            std::exchange(open.take, {})(state);
        }
        if (isDone || sinceMs > patienceMs)
            retire(at);
    }
    m_ending.forgetEnded();
    if (m_open.empty() && m_ending.size() == 0)
        m_timer.stop();
}

} // namespace engine
