// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logview.h"

#include "engine/base/whenfinished.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSaveFile>
#include <QtConcurrentRun>

// What leaves LogView: the selection, gathered in a worker.

namespace ui {

namespace {

constexpr qsizetype longestCopy = 32 * 1024 * 1024;

struct Copied
{
    QString text;
    bool isWhole = true;
};

engine::Error nothingSelected()
{
    return {engine::ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "Nothing is selected any more. Select the text again, then save it."), {}},
            {},
            {},
            {}};
}

engine::Error notSaved(const QSaveFile &file)
{
    return {engine::ErrorCode::IoError,
            {QT_TRANSLATE_NOOP("engine", "%1 was not saved: %2"), {file.fileName(), file.errorString()}},
            {},
            {},
            {}};
}

} // namespace

bool LogView::Selection::read(const std::function<bool(const QString &)> &take) const
{
    const qint64 end = rows.rowOf(last.id);
    for (qint64 row = rows.rowOf(first.id); row <= end; ++row) {
        const LogRows::Id id = rows.at(row);
        const LogPieces pieces = rows.pieces(id);
        const qint64 lastPiece = id == last.id ? std::min(last.piece, pieces.count() - 1) : pieces.count() - 1;
        for (qint64 piece = id == first.id ? first.piece : 0; piece <= lastPiece; ++piece) {
            QString part = pieces.text(piece).text;
            if (id == last.id && piece == last.piece)
                part.truncate(last.column);
            if (!take(id == first.id && piece == first.piece ? part.mid(first.column) : part))
                return false;
        }
        if (row < end && !take(QStringLiteral("\n")))
            return false;
    }
    return true;
}

LogView::Selection LogView::selection() const
{
    const auto [first, last] = std::minmax(m_anchor, m_caret);
    return {m_rows, first, last};
}

void LogView::copy()
{
    if (!hasSelection())
        return;
    const auto gather = [selection = selection()] {
        Copied result;
        result.isWhole = selection.read([&result](const QString &part) {
            result.text += part;
            return result.text.size() <= longestCopy;
        });
        result.text.truncate(longestCopy);
        return result;
    };
    engine::whenFinished(QtConcurrent::run(gather), this, [this](const Copied &result) {
        QGuiApplication::clipboard()->setText(result.text);
        emit copied(result.isWhole);
    });
}

QFuture<engine::Result<void>> LogView::saveSelection(const QString &target) const
{
    if (!hasSelection()) // it may have gone while somebody chose the target
        return QtFuture::makeReadyFuture(engine::Result<void>(nothingSelected()));
    return QtConcurrent::run([selection = selection(), target]() -> engine::Result<void> {
        QSaveFile file(target);
        const bool isGood = file.open(QIODevice::WriteOnly) && selection.read([&file](const QString &part) {
            const QByteArray bytes = part.toUtf8();
            return file.write(bytes) == bytes.size();
        });
        if (!isGood || !file.commit())
            return notSaved(file);
        return {};
    });
}

} // namespace ui
