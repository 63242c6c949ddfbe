// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/workerpool.h"
#include "ui/log/view/logview.h"

#include "engine/base/whenfinished.h"
#include "ui/log/panel/savingfile.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QtConcurrentRun>

#include <limits>

// What leaves LogView: the selection, gathered in a worker.

namespace ui {

namespace {

struct Copied
{
    QString text;
    bool isWhole = true;
};

engine::Error nothingSelected()
{
    return {engine::ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "Nothing is selected any more. Select the text again, then save it.")}};
}

} // namespace

/// Whether lines have other numbers since they were looked at; then \a id is, too, where it is by now.
bool LogView::Selection::moveLines(LogRows::Id &id)
{
    const engine::LogDocument::State now = rows.state();
    if (now.hasSameLines(seen) || now.restarts != seen.restarts)
        return false;
    for (LogRows::Id *each : {&first.id, &last.id, &id}) {
        each->line = engine::LogDocument::movedLine(each->line, seen, now);
        if (each->line == now.gapLine)
            each->state = -1;
    }
    rows.moveLines(seen, now);
    if (last.id.line == now.gapLine)
        last.piece = std::numeric_limits<qint64>::max(); // all of it: it says that there was more
    seen = now;
    return true;
}

bool LogView::Selection::read(const std::function<bool(const QString &part, double share)> &take) const
{
    Selection now = *this;
    LogRows::Id id = rows.at(rows.rowOf(first.id)); // another one, where that was written over since and has no row
    qint64 piece = id == first.id ? first.piece : 0;
    qsizetype column = id == first.id ? first.column : 0;
    if (id.line < 0 || id > last.id)
        return true;
    for (qint64 done = 0;;) {
        const LogPieces pieces = now.rows.pieces(id);
        QString part = pieces.text(piece).text;
        if (now.moveLines(id)) { // perhaps before that was read
            if (id.line == now.seen.gapLine)
                piece = column = 0;
            continue;
        }
        const qint64 row = now.rows.rowOf(id);
        const qint64 left = now.rows.rowOf(now.last.id) - row;
        if (left <= 0 && piece == now.last.piece)
            part.truncate(now.last.column);
        const double share = double(done) / double(std::max<qint64>(1, done + left));
        if (!take(part.mid(column), share))
            return false;
        column = 0;
        if (++piece < pieces.count() && (left > 0 || piece <= now.last.piece))
            continue;
        if (left <= 0)
            return true;
        if (!take(QStringLiteral("\n"), share))
            return false;
        id = now.rows.at(now.rows.at(row) > id ? row : row + 1);
        if (id.line < 0 || id > now.last.id) // the last one is no row any more
            return true;
        piece = 0;
        ++done;
    }
}

LogView::Selection LogView::selection() const
{
    const auto [first, last] = std::minmax(m_anchor, m_caret);
    return {m_rows, first, last, m_seen};
}

void LogView::copy()
{
    if (!hasSelection())
        return;
    const auto gather = [selection = selection()] {
        Copied result;
        result.isWhole = selection.read([&result](const QString &part, double) {
            result.text += part;
            return result.text.size() <= longestCopy;
        });
        result.text.truncate(longestCopy);
        return result;
    };
    engine::whenFinished(QtConcurrent::run(&engine::workerPool(), gather), this, [this](const Copied &result) {
        QGuiApplication::clipboard()->setText(result.text);
        emit copied(result.isWhole);
    });
}

QFuture<engine::Result<void>> LogView::saveSelection(const QString &target) const
{
    if (!hasSelection()) // it may have gone while somebody chose the target
        return QtFuture::makeReadyFuture(engine::Result<void>(nothingSelected()));
    const auto save = [selection = selection(), target](QPromise<engine::Result<void>> &promise) {
        constexpr int steps = 1000;
        promise.setProgressRange(0, steps);
        SavingFile file(target, [&promise] { return !promise.isCanceled(); });
        selection.read([&](const QString &part, double share) {
            promise.setProgressValue(int(share * steps));
            return file.write(part.toUtf8());
        });
        promise.addResult(file.commit());
    };
    return QtConcurrent::run(&engine::workerPool(), save);
}

} // namespace ui
