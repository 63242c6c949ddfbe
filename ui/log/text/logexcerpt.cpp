// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/text/logexcerpt.h"

#include "engine/api/workerpool.h"
#include "ui/log/panel/savingfile.h"

#include <QPromise>
#include <QtConcurrentRun>

#include <limits>

namespace ui {

namespace {

engine::Error nothingSelected()
{
    return engine::Error::of(
        engine::ErrorCode::InvalidArgument,
        QT_TRANSLATE_NOOP("engine", "Nothing is selected any more. Select the text again, then save it."));
}

} // namespace

LogExcerpt::LogExcerpt(const LogRows &rows, const LogSelection &selection, const engine::LogDocument::State &seen)
    : m_rows(rows), m_first(selection.first()), m_last(selection.last()), m_seen(seen)
{
}

/// Whether lines were renumbered since the last call; then renumbers \a id, too.
bool LogExcerpt::moveLines(LogRows::Id &id)
{
    const engine::LogDocument::State now = m_rows.state();
    if (now.hasSameLines(m_seen) || now.restarts != m_seen.restarts)
        return false;
    for (LogRows::Id *each : {&m_first.id, &m_last.id, &id})
        each->move(m_seen, now);
    m_rows.moveLines(m_seen, now);
    if (m_last.id.line == now.gapLine)
        m_last.piece = std::numeric_limits<qint64>::max(); // the whole notice of the gap
    m_seen = now;
    return true;
}

bool LogExcerpt::read(const std::function<bool(const QString &part, double share)> &take) const
{
    LogExcerpt now = *this;
    LogRows::Id id = m_rows.at(m_rows.rowOf(m_first.id)); // another row, if the first line was overwritten
    qint64 piece = id == m_first.id ? m_first.piece : 0;
    qsizetype column = id == m_first.id ? m_first.column : 0;
    if (id.line < 0 || id > m_last.id)
        return true;
    for (qint64 done = 0;;) {
        const LogPieces pieces = now.m_rows.pieces(id);
        QString part = pieces.text(piece).text;
        if (now.moveLines(id)) { // perhaps renumbered before the piece was read
            if (id.line == now.m_seen.gapLine)
                piece = column = 0;
            continue;
        }
        const qint64 row = now.m_rows.rowOf(id);
        const qint64 left = now.m_rows.rowOf(now.m_last.id) - row;
        if (left <= 0 && piece == now.m_last.piece)
            part.truncate(now.m_last.column);
        const double share = double(done) / double(std::max<qint64>(1, done + left));
        if (!take(part.mid(column), share))
            return false;
        column = 0;
        if (++piece < pieces.count() && (left > 0 || piece <= now.m_last.piece))
            continue;
        if (left <= 0)
            return true;
        if (!take(QStringLiteral("\n"), share))
            return false;
        id = now.m_rows.at(now.m_rows.at(row) > id ? row : row + 1);
        if (id.line < 0 || id > now.m_last.id) // the last line has no row any more
            return true;
        piece = 0;
        ++done;
    }
}

QFuture<LogExcerpt::Text> LogExcerpt::text(qsizetype longest) const
{
    const auto gather = [excerpt = *this, longest] {
        Text result;
        result.isWhole = excerpt.read([&result, longest](const QString &part, double) {
            result.text += part;
            return result.text.size() <= longest;
        });
        result.text.truncate(longest);
        return result;
    };
    return QtConcurrent::run(&engine::workerPool(), gather);
}

QFuture<engine::Result<void>> LogExcerpt::save(const QString &target) const
{
    if (m_first == m_last) // the selection may have been cleared while the file dialog was open
        return QtFuture::makeReadyFuture(engine::Result<void>(nothingSelected()));
    const auto write = [excerpt = *this, target](QPromise<engine::Result<void>> &promise) {
        constexpr int steps = 1000;
        promise.setProgressRange(0, steps);
        SavingFile file(target, [&promise] { return !promise.isCanceled(); });
        excerpt.read([&](const QString &part, double share) {
            promise.setProgressValue(int(share * steps));
            return file.write(part.toUtf8());
        });
        promise.addResult(file.commit());
    };
    return QtConcurrent::run(&engine::workerPool(), write);
}

} // namespace ui
