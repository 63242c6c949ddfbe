// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "ui/log/text/logselection.h"

#include <QFuture>

#include <functional>

namespace ui {

/// The text of a selection as the rows of that moment show it. A worker reads it, as it may be as long as the log.
/// Value; GUI thread.
class LogExcerpt final
{
public:
    struct Text
    {
        QString text;
        bool isWhole = true;
    };

    /// \a seen: the state by which lines have their numbers.
    LogExcerpt(const LogRows &rows, const LogSelection &selection, const engine::LogDocument::State &seen);

    [[nodiscard]] QFuture<Text> text(qsizetype longest) const; ///< at most \a longest characters
    /// Writes all of it in UTF-8. What \a target held stays until it is written. May be canceled: then nothing is
    /// left. Errors: InvalidArgument: nothing is selected; those of SavingFile.
    [[nodiscard]] QFuture<engine::Result<void>> save(const QString &target) const;

private:
    /// In parts, each with the share of the rows that were read, until \a take says false. Lines that are taken out of
    /// the file meanwhile are read as the one that stands for them.
    bool read(const std::function<bool(const QString &part, double share)> &take) const;
    [[nodiscard]] bool moveLines(LogRows::Id &id);

    LogRows m_rows;
    LogPlace m_first;
    LogPlace m_last;
    engine::LogDocument::State m_seen;
};

} // namespace ui
