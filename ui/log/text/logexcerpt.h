// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "ui/log/text/logselection.h"

#include <QFuture>

#include <functional>

namespace ui {

/// The text of a selection as the rows showed it at construction. Read in a worker, as it may be as long as the log.
/// Value; GUI thread.
class LogExcerpt final
{
public:
    struct Text
    {
        QString text;
        bool isWhole = true;
    };

    /// \a seen: the state that the line numbers refer to.
    LogExcerpt(const LogRows &rows, const LogSelection &selection, const engine::LogDocument::State &seen);

    [[nodiscard]] QFuture<Text> text(qsizetype longest) const; ///< at most \a longest characters
    /// Writes all text in UTF-8. An existing \a target is replaced once all is written. Canceling leaves no file.
    /// Errors: InvalidArgument (nothing is selected); those of SavingFile.
    [[nodiscard]] QFuture<engine::Result<void>> save(const QString &target) const;

private:
    /// Calls \a take with parts of the text and the share of rows read so far, until it returns false. Lines that are
    /// removed from the file meanwhile are read as the line of the gap.
    bool read(const std::function<bool(const QString &part, double share)> &take) const;
    [[nodiscard]] bool moveLines(LogRows::Id &id);

    LogRows m_rows;
    LogPlace m_first;
    LogPlace m_last;
    engine::LogDocument::State m_seen;
};

} // namespace ui
