// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logfinder.h"

#include <QtConcurrentRun>

#include <algorithm>

namespace ui {

namespace {

void search(QPromise<QList<qint64>> &promise, const std::shared_ptr<engine::LogDocument> &document,
            const engine::LogPattern &pattern, qint64 from)
{
    QList<qint64> found;
    qsizetype total = 0;
    engine::searchLines(
        *document, pattern, from, engine::SearchDirection::Forward,
        [&](qint64 line) {
            found.append(line);
            if (total == 0 || found.size() >= 4096) // the first at once: somebody waits for it
                promise.addResult(std::exchange(found, {}));
            return ++total < LogFinder::mostLines;
        },
        [&promise] { return promise.isCanceled(); });
    promise.addResult(found);
}

} // namespace

LogFinder::LogFinder(QObject *parent) : QObject(parent)
{
    connect(&m_watcher, &QFutureWatcherBase::resultsReadyAt, this, &LogFinder::adopt);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &LogFinder::finish);
}

LogFinder::~LogFinder()
{
    m_watcher.cancel();
}

void LogFinder::start(std::shared_ptr<engine::LogDocument> document, const std::optional<engine::LogPattern> &pattern)
{
    m_watcher.cancel();
    m_watcher.setFuture({});
    m_isSearching = false;
    m_document = std::move(document);
    m_pattern = pattern;
    m_lines.clear();
    m_searched = 0;
    extend();
    emit changed();
}

void LogFinder::extend()
{
    if (!m_pattern || !m_document || m_isSearching || m_lines.size() >= mostLines)
        return;
    const qint64 from = m_searched;
    m_searched = std::max<qint64>(0, m_document->lineCount() - 1); // the open line gets a second look
    if (m_searched <= from && from > 0)
        return;
    m_isSearching = true;
    m_watcher.setFuture(QtConcurrent::run(search, m_document, *m_pattern, from));
}

void LogFinder::adopt(int begin, int end)
{
    for (int i = begin; i < end; ++i) {
        for (const qint64 line : m_watcher.resultAt(i)) {
            if (m_lines.isEmpty() || line > m_lines.last())
                m_lines.append(line);
        }
    }
    emit changed();
}

void LogFinder::finish()
{
    m_isSearching = false;
    if (m_document && m_document->lineCount() - 1 > m_searched)
        extend(); // it grew meanwhile
    emit changed();
}

qint64 LogFinder::next(qint64 line) const
{
    const auto found = std::upper_bound(m_lines.begin(), m_lines.end(), line);
    return found != m_lines.end() ? *found : m_lines.isEmpty() ? -1 : m_lines.first();
}

qint64 LogFinder::previous(qint64 line) const
{
    const auto found = std::lower_bound(m_lines.begin(), m_lines.end(), line);
    return found != m_lines.begin() ? *std::prev(found) : m_lines.isEmpty() ? -1 : m_lines.last();
}

} // namespace ui
