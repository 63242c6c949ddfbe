// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/queue/previews.h"

#include "engine/base/whenfinished.h"

#include <chrono>

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds lookInterval = 100ms;
constexpr qint64 tellIntervalMs = 200;
constexpr size_t mostPreviews = 32;
constexpr size_t mostListed = 4; // each is a file on the disk

// Ignore files apply only from this computer to a machine.
bool haveSameSources(const TransferRequest &one, const TransferRequest &other)
{
    return one.sources == other.sources && one.target.place == other.target.place
        && one.honoursGitignore == other.honoursGitignore;
}

bool isKnown(const QFuture<Result<SpaceInfo>> &space)
{
    return space.isFinished() && space.resultCount() > 0 && space.result();
}

} // namespace

Previews::Previews(QObject *parent) : QObject(parent)
{
    m_timer.setInterval(lookInterval);
    connect(&m_timer, &QTimer::timeout, this, &Previews::look);
    m_forget.setSingleShot(true);
    connect(&m_forget, &QTimer::timeout, this, &Previews::forgetOld);
}

Result<void> Previews::mayBegin() const
{
    if (m_running.size() + m_ending.size() < mostPreviews)
        return {};
    return Error{ErrorCode::Conflict,
                 QT_TRANSLATE_NOOP("engine", "Too much is being counted already. Wait until some of it is done.")};
}

void Previews::begin(std::unique_ptr<Preview> preview, const TransferRequest &request,
                     const QFuture<Result<SpaceInfo>> &space, qint64 bytesPerSecond, QObject *caller, const Tell &tell)
{
    (void)takeList(request); // a new preview replaces the list
    const auto lookNow = [this](const auto &) { look(); };
    whenFinished(preview->end(), this, lookNow);
    whenFinished(space, this, lookNow);
    connect(caller, &QObject::destroyed, this, &Previews::look, Qt::QueuedConnection);
    m_running.push_back({std::move(preview), request, space, bytesPerSecond, caller, tell, {}});
    m_running.back().sinceTold.start();
    m_timer.start();
}

bool Previews::isOver(Running &running)
{
    if (!running.caller)
        return true;
    const bool isAll = running.preview->isDone() && running.space.isFinished();
    if (!isAll && running.sinceTold.elapsed() < tellIntervalMs)
        return false;
    running.sinceTold.start();
    TransferPreview known = running.preview->state();
    known.bytesPerSecond = running.bytesPerSecond;
    if (isKnown(running.space))
        known.freeBytes = running.space.result()->freeBytes;
    running.tell(known, isAll);
    return isAll;
}

void Previews::keepList(Running &ended)
{
    auto list = ended.caller && ended.preview->isDone() ? ended.preview->takeList() : nullptr;
    if (!list)
        return;
    m_listed.push_back({ended.request, std::move(list), QDeadlineTimer(longestKept)});
    forgetOld();
}

std::unique_ptr<SourceList> Previews::takeList(const TransferRequest &request)
{
    forgetOld();
    std::unique_ptr<SourceList> list;
    for (Listed &one : m_listed) {
        if (haveSameSources(one.request, request))
            list = std::move(one.list);
    }
    std::erase_if(m_listed, [](const Listed &one) { return !one.list; });
    return list;
}

void Previews::forgetOld()
{
    while (!m_listed.empty() && (m_listed.front().end.hasExpired() || m_listed.size() > mostListed))
        m_listed.pop_front();
    if (!m_listed.empty())
        m_forget.start(std::chrono::milliseconds(m_listed.front().end.remainingTime()));
}

void Previews::look()
{
    for (auto at = m_running.begin(); at != m_running.end();) {
        if (isOver(*at)) {
            keepList(*at);
            m_ending.add(std::move(at->preview));
            at = m_running.erase(at);
        } else {
            ++at;
        }
    }
    m_ending.forgetEnded();
    if (m_running.empty() && m_ending.size() == 0)
        m_timer.stop();
}

} // namespace engine
