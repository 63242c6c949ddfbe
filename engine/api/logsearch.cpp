// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/logsearch.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace engine {

namespace {

constexpr qint64 largestBlock = 16 * 1024 * 1024; // 256 lines of more are read line by line

using MatchData = std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)>;

const pcre2_code *codeOf(const std::shared_ptr<void> &code)
{
    return static_cast<const pcre2_code *>(code.get());
}

/// Numbers of the lines of one block that match, ascending.
std::vector<qint64> linesOfBlock(const LogDocument &document, const LogPattern &pattern, qint64 block, qint64 lineCount)
{
    std::vector<qint64> found;
    const qint64 first = block * LogDocument::blockLines;
    const qint64 last = std::min(first + LogDocument::blockLines, lineCount);
    const QByteArray bytes = document.blockBytes(block, largestBlock);
    const bool isPlain = !bytes.isEmpty() && !bytes.contains('\x1b') && !bytes.contains('\r');
    if (isPlain && pattern.isLiteral() && !pattern.isIn(bytes))
        return found;
    const char *at = bytes.constData();
    const char *const end = at + bytes.size();
    for (qint64 number = first; number < last; ++number) {
        if (!isPlain) {
            if (pattern.isIn(withoutControlSequences(document.line(number).text)))
                found.push_back(number);
            continue;
        }
        const char *lineEnd = std::find(at, end, '\n');
        if (pattern.isIn(QByteArrayView(at, std::min<qsizetype>(lineEnd - at, LogDocument::longestLine))))
            found.push_back(number);
        at = lineEnd == end ? end : lineEnd + 1;
    }
    return found;
}

} // namespace

Result<LogPattern> LogPattern::compile(const LogQuery &query)
{
    const QByteArray text = query.text.toUtf8();
    // Logs hold bytes that are no UTF-8: an invalid one matches nothing instead of ending the search.
    const uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | (query.isRegex ? PCRE2_UCP : PCRE2_LITERAL)
        | (query.isCaseSensitive ? 0 : PCRE2_CASELESS);
    int number = 0;
    PCRE2_SIZE offset = 0;
    pcre2_code *code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.constData()), size_t(text.size()), options,
                                     &number, &offset, nullptr);
    if (!code) {
        PCRE2_UCHAR words[256] = {};
        pcre2_get_error_message(number, words, sizeof words);
        return Error{.code = ErrorCode::InvalidArgument,
                     .message = {QT_TRANSLATE_NOOP("engine", "The expression is wrong at character %1."),
                                 {QString::number(QString::fromUtf8(text.left(qsizetype(offset))).size() + 1)}},
                     .target = query.text,
                     .details = {},
                     .technical = QString::fromUtf8(reinterpret_cast<const char *>(words))};
    }
    pcre2_jit_compile(code, PCRE2_JIT_COMPLETE); // without a JIT the interpreter answers the same
    LogPattern pattern;
    pattern.m_code = std::shared_ptr<void>(code, [](void *c) { pcre2_code_free(static_cast<pcre2_code *>(c)); });
    pattern.m_isLiteral = !query.isRegex;
    return pattern;
}

QList<LogMatch> LogPattern::matches(const QByteArray &line) const
{
    QList<LogMatch> found;
    const MatchData data(pcre2_match_data_create(1, nullptr), &pcre2_match_data_free);
    const auto *subject = reinterpret_cast<PCRE2_SPTR>(line.constData());
    size_t at = 0;
    while (at < size_t(line.size())
           && pcre2_match(codeOf(m_code), subject, size_t(line.size()), at, 0, data.get(), nullptr) >= 0) {
        const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(data.get());
        if (ends[1] > ends[0])
            found.append({qsizetype(ends[0]), qsizetype(ends[1] - ends[0])});
        at = ends[1] > ends[0] ? ends[1] : std::max(at, ends[1]) + 1;
    }
    return found;
}

bool LogPattern::isIn(QByteArrayView text) const
{
    thread_local const MatchData data(pcre2_match_data_create(1, nullptr), &pcre2_match_data_free);
    return pcre2_match(codeOf(m_code), reinterpret_cast<PCRE2_SPTR>(text.data()), size_t(text.size()), 0, 0, data.get(),
                       nullptr)
        >= 0;
}

QByteArray withoutControlSequences(const QByteArray &text)
{
    if (!text.contains('\x1b'))
        return text;
    QByteArray plain;
    plain.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != '\x1b') {
            plain += text[i];
            continue;
        }
        if (++i >= text.size() || text[i] != '[')
            continue; // ESC and one byte
        while (++i < text.size() && (text[i] < '@' || text[i] > '~')) { }
    }
    return plain;
}

void searchLines(const LogDocument &document, const LogPattern &pattern, qint64 from, SearchDirection direction,
                 const std::function<bool(qint64)> &visit, const std::function<bool()> &isCanceled)
{
    const qint64 count = document.lineCount();
    const bool isForward = direction == SearchDirection::Forward;
    const qint64 step = isForward ? 1 : -1;
    const qint64 lastBlock = (count - 1) / LogDocument::blockLines;
    qint64 block = isForward ? from / LogDocument::blockLines : std::min(from, count - 1) / LogDocument::blockLines;
    for (; count > 0 && block >= 0 && block <= lastBlock && !isCanceled(); block += step) {
        std::vector<qint64> found = linesOfBlock(document, pattern, block, count);
        if (!isForward)
            std::reverse(found.begin(), found.end());
        for (const qint64 number : found) {
            const bool isWanted = isForward ? number >= from : number <= from;
            if (isWanted && !visit(number))
                return;
        }
    }
}

} // namespace engine
