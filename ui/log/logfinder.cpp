// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logfinder.h"

#include <utility>

namespace ui {

namespace {

constexpr int pollInterval = 16; // a frame

} // namespace

LogFinder::LogFinder(QObject *parent) : QObject(parent)
{
    m_poll.setInterval(pollInterval);
    connect(&m_poll, &QTimer::timeout, this, &LogFinder::poll);
}

LogFinder::~LogFinder() = default;

void LogFinder::start(std::shared_ptr<engine::LogDocument> document, const std::optional<engine::LogPattern> &pattern)
{
    m_document = std::move(document);
    m_search = m_document && pattern ? std::make_shared<engine::LogSearch>(*m_document, *pattern) : nullptr;
    m_state = {};
    m_poll.stop();
    if (m_search)
        m_poll.start();
    emit changed();
}

void LogFinder::extend()
{
    if (!m_search || m_state.isTooHard)
        return;
    m_search->extend();
    m_poll.start();
}

void LogFinder::poll()
{
    const engine::LogSearch::State before = std::exchange(m_state, m_search->state());
    if (!m_state.isRunning)
        m_poll.stop();
    if (m_state != before || !m_state.isRunning)
        emit changed();
}

qint64 LogFinder::next(qint64 line) const
{
    if (!m_search)
        return -1;
    const qint64 found = m_search->nextHit(line);
    return found >= 0 || isSearching() ? found : m_search->hitAt(0);
}

qint64 LogFinder::previous(qint64 line) const
{
    if (!m_search)
        return -1;
    const qint64 found = m_search->previousHit(line);
    return found >= 0 || isSearching() ? found : last();
}

} // namespace ui
