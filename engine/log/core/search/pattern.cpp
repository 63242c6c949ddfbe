// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/search/pattern.h"

#include "engine/log/core/line/newlines.h"
#include "engine/log/core/search/blockexpression.h"
#include "engine/log/core/search/literal.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <cstring>
#include <ctime>

namespace engine::logcore {

namespace {

// A call of PCRE2 cannot be interrupted, so it gets at most this many bytes of lines, or of a long line.
constexpr std::size_t blockSize = 64 * 1024;
constexpr std::size_t longLine = 4 * 1024;
constexpr std::uint32_t mostSteps = 50'000'000; // for one call: 0.1 s
constexpr std::uint32_t mostStepsOfPart = 20'000'000; // for a part of a long line, counted separately
constexpr std::uint32_t mostStepsInView = 200'000; // for a line that is about to be painted
constexpr double quickSeconds = 0.02;
constexpr double mostSeconds = 10; // CPU time for one line
constexpr std::size_t shortestLiteral = 2; // a single byte is in most lines
constexpr std::size_t mostStack = 8 * 1024 * 1024;

struct Free
{
    void operator()(pcre2_code *code) const { pcre2_code_free(code); }
    void operator()(pcre2_match_data *data) const { pcre2_match_data_free(data); }
    void operator()(pcre2_match_context *context) const { pcre2_match_context_free(context); }
    void operator()(pcre2_compile_context *context) const { pcre2_compile_context_free(context); }
    void operator()(pcre2_jit_stack *stack) const { pcre2_jit_stack_free(stack); }
};
template <typename T> using Owned = std::unique_ptr<T, Free>;

PCRE2_SPTR bytesOf(std::string_view text)
{
    return reinterpret_cast<PCRE2_SPTR>(text.data());
}

/// PCRE2 objects of one thread, for any pattern.
struct Machine
{
    Owned<pcre2_match_data> data{pcre2_match_data_create(1, nullptr)};
    Owned<pcre2_match_context> context{pcre2_match_context_create(nullptr)};
    Owned<pcre2_jit_stack> stack{pcre2_jit_stack_create(32 * 1024, mostStack, nullptr)};

    Machine()
    {
        pcre2_set_heap_limit(context.get(), mostStack / 1024);
        pcre2_jit_stack_assign(context.get(), nullptr, stack.get());
    }
    [[nodiscard]] const PCRE2_SIZE *ends() const { return pcre2_get_ovector_pointer(data.get()); }
};

Machine &machine()
{
    thread_local Machine ofThread;
    return ofThread;
}

struct Effort
{
    std::uint32_t options = 0;
    std::uint32_t steps = mostSteps;
    std::size_t lastBegin = PCRE2_UNSET; ///< a match may not begin after this offset
};

/// 1: match, 0: no match, negative: too hard.
int run(const pcre2_code *code, std::string_view subject, std::size_t from, const Effort &effort = {})
{
    Machine &m = machine();
    pcre2_set_match_limit(m.context.get(), effort.steps);
    pcre2_set_offset_limit(m.context.get(), effort.lastBegin);
    const int result =
        pcre2_match(code, bytesOf(subject), subject.size(), from, effort.options, m.data.get(), m.context.get());
    return result >= 0 ? 1 : result == PCRE2_ERROR_NOMATCH ? 0 : -1;
}

double processorSeconds()
{
    struct timespec time = {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

std::size_t lineEnd(std::string_view lines, std::size_t from)
{
    return std::min(lines.find('\n', from), lines.size());
}

/// Length of the next block of \a lines: whole lines without a long one, or one long line.
std::size_t nextBlock(std::string_view lines)
{
    std::size_t end = 0;
    while (end < std::min(lines.size(), blockSize)) {
        const std::string_view near = lines.substr(end, longLine);
        const std::size_t newline = near.rfind('\n');
        if (newline != std::string_view::npos)
            end += newline + 1;
        else if (near.size() < longLine)
            return lines.size();
        else
            return end > 0 ? end : std::min(lineEnd(lines, longLine) + 1, lines.size());
    }
    return end;
}

} // namespace

struct Pattern::Compiled
{
    Literal literal; ///< in every matching line; may be empty
    bool isLiteral = false; ///< the whole pattern is the literal
    bool asksForStart = false; ///< the result depends on where a search starts
    Owned<pcre2_code> lineCode; ///< the expression as written
    Owned<pcre2_code> blockCode; ///< the expression for blocks; null when there is none

    [[nodiscard]] const pcre2_code *code() const { return blockCode ? blockCode.get() : lineCode.get(); }
};

std::variant<Pattern, PatternFault> Pattern::compile(const Query &query)
{
    PatternFault fault;
    const auto compiled = [&fault](std::string_view text, std::uint32_t options) {
        const Owned<pcre2_compile_context> context(pcre2_compile_context_create(nullptr));
        pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
        int number = 0;
        Owned<pcre2_code> code(
            pcre2_compile(bytesOf(text), text.size(), options, &number, &fault.offset, context.get()));
        if (code) {
            pcre2_jit_compile(code.get(),
                              PCRE2_JIT_COMPLETE); // without JIT support the interpreter gives the same result
        } else {
            PCRE2_UCHAR words[256] = {};
            pcre2_get_error_message(number, words, sizeof words);
            fault.words = reinterpret_cast<const char *>(words);
        }
        return code;
    };
    const std::uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_USE_OFFSET_LIMIT
        | (query.isCaseSensitive ? 0 : PCRE2_CASELESS)
        | (query.isRegex ? PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C : PCRE2_LITERAL);
    auto result = std::make_shared<Compiled>();
    result->lineCode = compiled(query.text, options);
    if (!result->lineCode)
        return fault;
    result->asksForStart = query.isRegex && query.text.find("\\G") != std::string::npos;
    if (query.text.find('\n') != std::string::npos) // no line contains a newline; matching line by line gives no result
        return Pattern(std::move(result));
    std::optional<BlockExpression> block;
    if (query.isRegex)
        block = blockExpression(query.text);
    else
        block = BlockExpression{query.text, query.text};
    if (!block)
        return Pattern(std::move(result));
    result->blockCode = compiled(block->expression, query.isRegex ? options | PCRE2_MULTILINE : options);
    if (query.isCaseSensitive && block->literal.size() >= shortestLiteral)
        result->literal = Literal(block->literal);
    result->isLiteral = !query.isRegex && !result->literal.isEmpty();
    return Pattern(std::move(result));
}

bool Pattern::isByBlocks() const
{
    return m_compiled->blockCode != nullptr;
}

MatchOutcome Pattern::matchingLines(std::string_view lines, std::vector<std::uint32_t> &found,
                                    const std::function<bool()> &isCanceled) const
{
    if (m_compiled->isLiteral) {
        std::uint32_t candidates = 0;
        return matchLinesWithLiteral(lines, 0, found, candidates);
    }
    std::uint32_t line = 0;
    bool isByLiteral = !m_compiled->literal.isEmpty();
    while (!lines.empty()) {
        if (isCanceled())
            return MatchOutcome::Canceled;
        const std::string_view block = lines.substr(0, nextBlock(lines));
        lines.remove_prefix(block.size());
        MatchOutcome outcome = MatchOutcome::Done;
        std::uint32_t candidates = 0;
        if (const std::size_t end = lineEnd(block, 0); end >= longLine) {
            bool isFound = false;
            outcome = isInPart(block.substr(0, end), WhichPart(), isFound, isCanceled);
            if (isFound)
                found.push_back(line);
        } else if (isByLiteral) {
            outcome = matchLinesWithLiteral(block, line, found, candidates);
        } else {
            outcome = isByBlocks() ? matchBlock(block, line, found) : matchEachLine(block, line, found);
        }
        if (outcome != MatchOutcome::Done)
            return outcome;
        const auto count = std::uint32_t(countNewlines(block));
        // Otherwise searching the literal costs more than it saves.
        isByLiteral = isByLiteral && (candidates <= count / 8 || !isByBlocks());
        line += count;
    }
    return MatchOutcome::Done;
}

MatchOutcome Pattern::matchLinesWithLiteral(std::string_view lines, std::uint32_t firstLine,
                                            std::vector<std::uint32_t> &found, std::uint32_t &candidates) const
{
    std::uint32_t line = firstLine;
    std::size_t counted = 0;
    for (std::size_t at = 0; at < lines.size(); ++candidates) {
        const std::size_t place = m_compiled->literal.find(lines, at);
        if (place == std::string_view::npos)
            break;
        const std::size_t end = lineEnd(lines, place);
        int result = 1;
        if (!m_compiled->isLiteral) {
            const std::size_t begin = lines.substr(0, place).rfind('\n') + 1; // npos + 1 is 0
            result = run(m_compiled->code(), lines.substr(begin, end - begin), 0);
        }
        if (result < 0)
            return MatchOutcome::TooHard;
        if (result > 0) {
            line += std::uint32_t(countNewlines(lines.substr(counted, place - counted)));
            counted = place;
            found.push_back(line);
        }
        at = end + 1;
    }
    return MatchOutcome::Done;
}

MatchOutcome Pattern::matchBlock(std::string_view block, std::uint32_t firstLine,
                                 std::vector<std::uint32_t> &found) const
{
    std::uint32_t line = firstLine;
    std::size_t counted = 0;
    for (std::size_t at = 0; at < block.size();) {
        const int result = run(m_compiled->blockCode.get(), block, at);
        if (result < 0)
            return MatchOutcome::TooHard;
        const std::size_t begin = machine().ends()[0];
        if (result == 0
            || (begin == block.size() && block.back() == '\n')) // no match, or an empty match after the last newline
            break;
        line += std::uint32_t(countNewlines(block.substr(counted, begin - counted)));
        found.push_back(line);
        counted = begin;
        at = lineEnd(block, begin) + 1;
    }
    return MatchOutcome::Done;
}

MatchOutcome Pattern::matchEachLine(std::string_view block, std::uint32_t firstLine,
                                    std::vector<std::uint32_t> &found) const
{
    std::uint32_t line = firstLine;
    for (std::size_t at = 0; at < block.size(); ++line) {
        const std::size_t end = lineEnd(block, at);
        const int result = run(m_compiled->code(), block.substr(at, end - at), 0);
        if (result < 0)
            return MatchOutcome::TooHard;
        if (result > 0)
            found.push_back(line);
        at = end + 1;
    }
    return MatchOutcome::Done;
}

MatchOutcome Pattern::find(std::string_view line, std::size_t from, Match &match) const
{
    match = {std::string_view::npos, std::string_view::npos};
    if (from > line.size())
        return MatchOutcome::Done;
    Effort effort;
    effort.steps = mostStepsInView;
    const int result = run(m_compiled->code(), line, from, effort);
    if (result > 0)
        match = {machine().ends()[0], machine().ends()[1]};
    return result < 0 ? MatchOutcome::TooHard : MatchOutcome::Done;
}

MatchOutcome Pattern::isInPart(std::string_view part, WhichPart which, bool &isFound,
                               const std::function<bool()> &isCanceled) const
{
    isFound = false;
    if (!m_compiled->literal.isEmpty()) {
        const bool hasLiteral = m_compiled->literal.find(part, 0) != std::string_view::npos;
        isFound = hasLiteral && m_compiled->isLiteral;
        if (!hasLiteral || isFound)
            return MatchOutcome::Done;
    }
    Effort effort;
    effort.steps = mostStepsOfPart;
    effort.options = (which.isFirst ? 0 : PCRE2_NOTBOL) | (which.isLast ? 0 : PCRE2_NOTEOL);
    const double until = processorSeconds() + mostSeconds;
    // Number of possible starts in one call.
    std::size_t begins = m_compiled->asksForStart ? std::string_view::npos : 16;
    for (std::size_t from = 0; true;) {
        if (isCanceled())
            return MatchOutcome::Canceled;
        const bool isRest = begins > part.size() - from;
        effort.lastBegin = isRest ? PCRE2_UNSET : from + begins - 1;
        const double before = processorSeconds();
        const int result = run(m_compiled->code(), part, from, effort);
        const double after = processorSeconds();
        isFound = result > 0;
        if (isFound || (result == 0 && isRest))
            return MatchOutcome::Done;
        if (after > until || (result < 0 && (begins == 1 || m_compiled->asksForStart)))
            return MatchOutcome::TooHard;
        if (result < 0) {
            begins = 1; // fewer starts in one call
            continue;
        }
        from += begins;
        while (from < part.size() && (part[from] & '\xc0') == '\x80') // a match cannot begin within a UTF-8 sequence
            ++from;
        if (after - before < quickSeconds)
            begins *= 4;
    }
}

} // namespace engine::logcore
