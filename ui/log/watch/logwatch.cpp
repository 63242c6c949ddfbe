// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/watch/logwatch.h"

#include "ui/log/watch/frameclock.h"

#include <QWidget>

namespace ui {

namespace {

constexpr int resumeInterval = 2000; // ms

} // namespace

LogWatch::LogWatch(const QWidget &shown) : m_shown(shown)
{
    m_resume.setInterval(resumeInterval);
    connect(&m_resume, &QTimer::timeout, this, &LogWatch::resume);
}

void LogWatch::setDocument(std::shared_ptr<engine::LogDocument> document)
{
    m_document = std::move(document);
    m_isComplete = false;
}

void LogWatch::setGrowing(bool isGrowing)
{
    m_isGrowing = isGrowing;
    m_isComplete = false;
    if (isWatching())
        m_document->follow(); // again, so that the next complete index includes the last bytes
    update();
}

void LogWatch::update()
{
    const bool isWatched = m_shown.isVisible() && m_document && !m_isComplete;
    if (m_document)
        m_document->follow(isWatched);
    if (isWatched && !m_tick) {
        m_tick = connect(&FrameClock::shared(), &FrameClock::tick, this, &LogWatch::ticked);
    } else if (!isWatched && m_tick) {
        disconnect(m_tick);
        m_tick = {};
    }
    if (m_isComplete && m_shown.isVisible())
        m_resume.start();
    else
        m_resume.stop();
}

/// Lines of a complete file may have been removed: follows it once more until all is shown.
void LogWatch::resume()
{
    m_isComplete = false;
    update();
}

void LogWatch::noteAllShown()
{
    if (m_isGrowing)
        return;
    m_isComplete = true;
    update();
}

} // namespace ui
