// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/logdocument.h"
#include "engine/api/result.h"

#include <functional>

namespace engine {

struct LogQuery
{
    QString text;
    bool isRegex = false;
    bool isCaseSensitive = false;
};

struct LogMatch
{
    qsizetype begin = 0; ///< bytes of the line as shown
    qsizetype length = 0;
};

/// What is looked for, ready to run. Value; any thread.
class LogPattern final
{
public:
    /// Errors: InvalidArgument when the expression makes no sense; technical says where.
    static Result<LogPattern> compile(const LogQuery &query);

    [[nodiscard]] QList<LogMatch> matches(const QByteArray &line) const; ///< not overlapping; empty ones are left out
    [[nodiscard]] bool isIn(QByteArrayView text) const;
    [[nodiscard]] bool isLiteral() const { return m_isLiteral; }

private:
    std::shared_ptr<void> m_code; ///< pcre2_code
    bool m_isLiteral = false;
};

/// The text without terminal control sequences, as it is shown and searched.
[[nodiscard]] QByteArray withoutControlSequences(const QByteArray &text);

enum class SearchDirection { Forward, Backward };

/// Visits the numbers of the lines that match from line \a from on (included) until the end, or the beginning.
/// \a visit returns false to stop, \a isCanceled is asked every few hundred lines. Blocks: for a worker.
void searchLines(const LogDocument &document, const LogPattern &pattern, qint64 from, SearchDirection direction,
                 const std::function<bool(qint64)> &visit, const std::function<bool()> &isCanceled);

} // namespace engine
