// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/run/directtransport.h"

#include "engine/ssh/connect/connectionerrors.h"
#include "engine/storage/transfer/run/directlane.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

namespace engine {

namespace {

constexpr qint64 leastDirectBytes = 32 * 1024 * 1024; // with fewer bytes, the logins would take most of the time

} // namespace

bool DirectTransport::takes(const TreeEntry &file)
{
    return file.kind == EntryKind::File && file.size >= leastSize && file.heldBytes >= file.size / 2;
}

Result<void> DirectTransport::bring(const EachWanted &wanted)
{
    const auto listed = wanted([this](TreeEntry &entry, const QByteArray &targetPath) -> Result<void> {
        if (m_usual.hasFailed() || m_hasFailed)
            return connectionClosed(); // finish() has the reason
        const bool isForParts = m_context.isForParts(entry);
        const bool isForThis = takes(entry);
        if (isForParts || isForThis)
            (void)m_context.startsAnew(entry, targetPath);
        if (!isForThis || !add(entry))
            m_usual.add(entry, targetPath, isForParts);
        return {};
    });
    const auto received = m_usual.finish();
    if (!listed || !received)
        m_queue.close();
    auto left = finish();
    if (!received)
        return received;
    if (!left)
        return left.error();
    if (!listed)
        return listed;
    LaneTransport rest(m_context, m_source, m_stage);
    for (TreeEntry &entry : *left)
        rest.add(entry, m_context.targetPath(entry.path), entry.size > mostResent);
    return rest.finish();
}

bool DirectTransport::add(const TreeEntry &file)
{
    if (!m_queue.add(file))
        return false;
    m_bytes += file.size;
    if (m_bytes >= leastDirectBytes && !m_first.joinable())
        m_first = std::jthread([this] {
            work(0);
            m_isOver.release();
        });
    return true;
}

Result<std::vector<TreeEntry>> DirectTransport::finish()
{
    constexpr std::chrono::seconds aWhile{10};
    m_queue.finish();
    quint64 moved = movedBytes();
    while (m_first.joinable() && !m_isOver.try_acquire_for(aWhile)) {
        // The bytes that it sends count as progress for the queue.
        if (movedBytes() != moved || m_context.pacer.isHolding()) {
            keepAwake(m_source.session());
            m_stage.keepAwake();
        }
        moved = movedBytes();
    }
    if (m_first.joinable())
        m_first.join();
    if (m_error)
        return *m_error;
    return m_queue.takeLeft();
}

// The first lane finds out whether the machines can be connected, and stays to the end; the others help. A lane that is
// lost too often is given up, also if it has sent parts.
void DirectTransport::work(size_t index)
{
    constexpr int mostAttempts = 20;
    constexpr int longestPause = 5; // seconds
    std::vector<std::jthread> others;
    DirectLane lane(m_context, m_sources, m_targets);
    for (int attempt = 1;; ++attempt) {
        const bool isOpen = lane.open();
        Result<bool> done = isOpen;
        if (isOpen) {
            m_context.route.set(QT_TRANSLATE_NOOP(
                "engine", "Large files go from machine to machine, without passing through this computer."));
            for (size_t other = 1; index == 0 && others.size() + 1 < m_usual.mostLanes(); ++other)
                others.emplace_back([this, other] { work(other); });
            done = lane.carry(m_queue);
        }
        lane.end();
        if (m_sources.isAborted())
            return fail(connectionClosed());
        if (index > 0 && !isOpen)
            return;
        if (!done)
            return fail(done.error());
        if (lane.hasCarried())
            m_hasCarried = true;
        if (*done)
            return;
        if (!lane.hasCarried() || attempt == mostAttempts)
            return index == 0 ? giveUp(lane.words()) : void();
        m_queue.pause(std::chrono::seconds(std::min(attempt, longestPause)));
    }
}

void DirectTransport::fail(const Error &error)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_error)
            m_error = error;
    }
    m_hasFailed = true;
    m_queue.close();
}

void DirectTransport::giveUp(const QString &why)
{
    const char *sentence = m_hasCarried
        ? QT_TRANSLATE_NOOP("engine",
                            "What was left passes through this computer, as the way between the machines was lost: %1")
        : QT_TRANSLATE_NOOP("engine", "All passes through this computer, as there is no way between the machines: %1");
    m_context.route.set({sentence, {why.isEmpty() ? QStringLiteral("nobody says why") : why}});
    m_queue.close();
}

} // namespace engine
