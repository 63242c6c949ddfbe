// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/search/failurecause.h"

#include "engine/log/core/line/shownbytes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <functional>
#include <limits>
#include <unordered_map>
#include <vector>

namespace engine::logcore {

namespace {

// Launchers and other processes may write this much after the cause, or between two causes.
constexpr std::int64_t nearLines = 60;
constexpr std::int64_t nearAtAll = 500; // limit for all kinds of lines
constexpr std::int64_t longestTraceback = 400; // lines
constexpr std::int64_t longestSyntaxError = 8;
// Lines of normal work before a cause that are needed to recognise its continuation.
constexpr std::int64_t workSeen = 20;
constexpr std::int64_t workGoesOn = 20; // lines like earlier ones after a cause: the program survived it
constexpr std::string_view tracebackMark = "Traceback (most recent call last):";

/// Keywords, each of which suffices.
struct Words
{
    std::string_view text;
    FailureKind kind;
    bool isConsequence = false;
};

constexpr std::array words{
    Words{"CUDA out of memory", FailureKind::CudaOutOfMemory},
    Words{"HIP out of memory", FailureKind::CudaOutOfMemory},
    Words{"CUDA error: out of memory", FailureKind::CudaOutOfMemory},
    Words{"CUDA_ERROR_OUT_OF_MEMORY", FailureKind::CudaOutOfMemory},
    Words{"cudaErrorMemoryAllocation", FailureKind::CudaOutOfMemory},
    Words{"OOM when allocating tensor", FailureKind::CudaOutOfMemory},
    Words{"No space left on device", FailureKind::DiskFull},
    Words{"Disk quota exceeded", FailureKind::DiskFull},
    Words{"Segmentation fault", FailureKind::SegmentationFault},
    Words{"KILLED BY SIGNAL: 11", FailureKind::SegmentationFault},
    Words{"Signal 11 (SIGSEGV)", FailureKind::SegmentationFault},
    Words{"<Signals.SIGSEGV: 11>", FailureKind::SegmentationFault},
    Words{"Out of memory: Killed process", FailureKind::KilledByKernel},
    Words{"oom_kill event", FailureKind::KilledByKernel},
    Words{"oom-kill event", FailureKind::KilledByKernel},
    Words{"cgroup out-of-memory handler", FailureKind::KilledByKernel},
    Words{"killed by signal: Killed", FailureKind::KilledBySignal},
    Words{"signal 9 (Killed)", FailureKind::KilledBySignal},
    Words{"Signal 9 (SIGKILL)", FailureKind::KilledBySignal},
    Words{"KILLED BY SIGNAL: 9", FailureKind::KilledBySignal},
    Words{"<Signals.SIGKILL: 9>", FailureKind::KilledBySignal},
    Words{"error while loading shared libraries:", FailureKind::ImportError},
    Words{"ncclRemoteError", FailureKind::PeerLost, true},
    Words{"lost communication with a remote daemon", FailureKind::PeerLost, true},
    Words{"ncclUnhandledCudaError", FailureKind::Nccl},
    Words{"ncclSystemError", FailureKind::Nccl},
    Words{"ncclInternalError", FailureKind::Nccl},
    Words{"ncclInvalidArgument", FailureKind::Nccl},
    Words{"ncclInvalidUsage", FailureKind::Nccl},
    Words{"NCCL error: ", FailureKind::Nccl},
    Words{"NCCL error in: ", FailureKind::Nccl},
    Words{"Watchdog caught collective operation timeout", FailureKind::Nccl, true},
};

/// A closed connection is one to another process of the job only if a communication library reports it: loggers,
/// trackers and downloads lose connections as well, and retry.
constexpr std::array<std::string_view, 3> lostConnections{"onnection closed by peer", "onnection reset by peer",
                                                          "onnection refused"};
constexpr std::array<std::string_view, 9> peerTalk{
    "gloo", "nccl", "NCCL", "c10d", "TCPStore", "MPI", "ucx", "btl_tcp", "UnavailableError"};

/// Exceptions by name.
constexpr std::array exceptions{
    Words{"ModuleNotFoundError", FailureKind::ImportError},
    Words{"ImportError", FailureKind::ImportError},
    Words{"ConnectionRefusedError", FailureKind::PythonTraceback, true}, // the peer had gone away
    Words{"ConnectionResetError", FailureKind::PythonTraceback, true},
    Words{"BrokenPipeError", FailureKind::PythonTraceback, true},
    Words{"KeyboardInterrupt", FailureKind::PythonTraceback, true}, // the program was interrupted
    Words{"ChildFailedError", FailureKind::PythonTraceback, true}, // raised by launchers about their children
    Words{"CalledProcessError", FailureKind::PythonTraceback, true},
    Words{"ProcessExitedException", FailureKind::PythonTraceback, true},
    Words{"ProcessRaisedException", FailureKind::PythonTraceback, true},
};

/// Errors of the program's source: without a traceback.
constexpr std::array<std::string_view, 3> syntaxErrors{"SyntaxError", "IndentationError", "TabError"};

/// Errors of shells and of programs that start others, such as timeout and env: at the end of a line.
constexpr std::array<std::string_view, 8> startErrors{
    ": command not found", ": not found",      ": No such file or directory", ": Permission denied",
    ": Exec format error", ": Is a directory", ": Argument list too long",    ": required file not found"};

struct Lines
{
    std::vector<std::string_view> all;

    explicit Lines(std::string_view text)
    {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            all.push_back(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }
    [[nodiscard]] std::int64_t count() const { return std::int64_t(all.size()); }
    [[nodiscard]] std::string_view at(std::int64_t line) const { return all[std::size_t(line)]; }
};

bool contains(std::string_view line, std::string_view some)
{
    return line.find(some) != std::string_view::npos;
}

// Text between quotes is a search string of the program, not a report: if "No space left on device" in str(error)
bool says(std::string_view line, std::string_view some)
{
    const std::size_t at = line.find(some);
    if (at == std::string_view::npos)
        return false;
    const std::size_t end = at + some.size();
    const bool isQuoted =
        at > 0 && end < line.size() && line[at - 1] == line[end] && (line[end] == '"' || line[end] == '\'');
    return !isQuoted;
}

bool reportsLostPeer(std::string_view line)
{
    const auto isIn = [line](std::string_view each) { return contains(line, each); };
    return std::any_of(lostConnections.begin(), lostConnections.end(), isIn)
        && std::any_of(peerTalk.begin(), peerTalk.end(), isIn);
}

std::optional<Words> wordsIn(std::string_view line)
{
    // The more specific kind first: "NCCL error … Connection reset by peer" is PeerLost.
    if (reportsLostPeer(line))
        return Words{{}, FailureKind::PeerLost, true};
    const auto isIn = [line](const Words &some) { return says(line, some.text); };
    const auto found = std::find_if(words.begin(), words.end(), isIn);
    return found == words.end() ? std::nullopt : std::optional(*found);
}

// The interpreter's error about its own argument: "/usr/bin/python3: No module named train".
bool reportsMissingModule(std::string_view line)
{
    const auto isPythons = [line](std::string_view some) {
        const std::size_t at = line.find(some);
        if (at == std::string_view::npos)
            return false;
        const std::string_view before = line.substr(0, at);
        const std::string_view path = before.substr(before.find_last_of(" >:]") + 1); // after a launcher's prefix
        return path.substr(path.rfind('/') + 1).starts_with("python");
    };
    return isPythons(": No module named ") || isPythons(": Error while finding module specification for ");
}

// A line of "set -x" is a command.
bool isTraced(std::string_view line)
{
    const std::size_t plus = line.find_first_not_of('+');
    return plus != std::string_view::npos && plus > 0 && line[plus] == ' ';
}

// A shell's report about its child: "Killed", "run.sh: line 3:  4711 Killed   python train.py".
bool reportsKill(std::string_view line)
{
    const std::size_t at = line.find("Killed");
    if (at == std::string_view::npos)
        return false;
    const std::string_view before = line.substr(0, at);
    const std::string_view after = line.substr(at + std::string_view("Killed").size());
    const bool isAlone = before.empty() && after.empty();
    const bool isOfAChild = before.find(": line ") != std::string_view::npos && (after.empty() || after[0] == ' ');
    return isAlone || isOfAChild;
}

/// "torch.cuda.OutOfMemoryError" in "torch.cuda.OutOfMemoryError: CUDA out of …"; empty for other lines.
std::string_view exceptionIn(std::string_view line)
{
    const auto isOfName = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '.'; };
    const auto end = std::size_t(std::find_if_not(line.begin(), line.end(), isOfName) - line.begin());
    const bool isName = end > 0 && std::isdigit(static_cast<unsigned char>(line[0])) == 0;
    return isName && (end == line.size() || line[end] == ':') ? line.substr(0, end) : std::string_view();
}

Words kindOfException(std::string_view line, std::string_view name)
{
    if (const auto known = wordsIn(line))
        return *known;
    const auto isIt = [name](const Words &some) {
        const std::size_t before = name.size() - some.text.size(); // length of "torch.cuda."
        return name.ends_with(some.text) && (before == 0 || name[before - 1] == '.');
    };
    const auto found = std::find_if(exceptions.begin(), exceptions.end(), isIt);
    return found != exceptions.end() ? *found : Words{{}, FailureKind::PythonTraceback};
}

FailureCause causeOf(const Words &found, std::int64_t line, std::string_view text)
{
    return {found.kind, found.isConsequence, line, std::string(text)};
}

/// A possible cause with the data to decide whether the program survived it.
struct Candidate
{
    FailureCause cause;
    std::int64_t begin = 0; ///< its first line
    bool isFinal = false; ///< its process writes nothing after it
};

/// The exception of the traceback that starts in a line. A launcher's prefix, if present, is on all its lines. Frames
/// are indented.
std::optional<FailureCause> exceptionOf(const Lines &lines, std::int64_t first, std::string_view mark,
                                        std::int64_t longest)
{
    const std::int64_t end = std::min(lines.count(), first + longest);
    for (std::int64_t line = first + 1; line < end; ++line) {
        std::string_view text = lines.at(line);
        // A line of another process.
        if (!text.starts_with(mark))
            continue;
        text.remove_prefix(mark.size());
        if (text.empty() || text[0] == ' ')
            continue;
        const std::string_view name = exceptionIn(text);
        return name.empty() ? std::nullopt : std::optional(causeOf(kindOfException(text, name), line, text));
    }
    return {};
}

// A syntax error has no traceback: its place, and after it the error.
std::optional<FailureCause> syntaxErrorOf(const Lines &lines, std::int64_t first)
{
    const std::string_view line = lines.at(first);
    const std::size_t file = line.find("  File \"");
    const std::size_t number = line.rfind("\", line ");
    if (file == std::string_view::npos || number == std::string_view::npos || number < file
        || line.find_first_not_of("0123456789", number + 8) != std::string_view::npos)
        return {};
    auto cause = exceptionOf(lines, first, line.substr(0, file), longestSyntaxError);
    const auto isIt = [&cause](std::string_view name) { return cause->words.starts_with(name); };
    return cause && std::any_of(syntaxErrors.begin(), syntaxErrors.end(), isIt) ? cause : std::nullopt;
}

std::optional<Candidate> tracebackAt(const Lines &lines, std::int64_t line)
{
    const std::string_view text = lines.at(line);
    auto cause = exceptionOf(lines, line, text.substr(0, text.find(tracebackMark)), longestTraceback);
    return cause ? std::optional(Candidate{*std::move(cause), line, true}) : std::nullopt;
}

std::optional<Candidate> candidateAt(const Lines &lines, std::int64_t line)
{
    const std::string_view text = lines.at(line);
    if (isTraced(text))
        return {};
    if (auto cause = syntaxErrorOf(lines, line))
        return Candidate{*std::move(cause), line, true};
    if (reportsKill(text))
        return Candidate{causeOf({{}, FailureKind::KilledBySignal}, line, text), line, true};
    if (reportsMissingModule(text))
        return Candidate{causeOf({{}, FailureKind::ImportError}, line, text), line, true};
    if (const auto found = wordsIn(text))
        return Candidate{causeOf(*found, line, text), line, false};
    return {};
}

std::vector<Candidate> candidatesIn(const Lines &lines)
{
    std::vector<Candidate> all;
    std::int64_t next = 0; // line after the last exception; frames show code, which may contain any keyword
    for (std::int64_t line = 0; line < lines.count(); ++line) {
        const bool isTraceback = contains(lines.at(line), tracebackMark);
        if (!isTraceback && line < next)
            continue;
        if (auto found = isTraceback ? tracebackAt(lines, line) : candidateAt(lines, line)) {
            if (found->isFinal)
                next = std::max(next, found->cause.line + 1);
            all.push_back(*std::move(found));
        }
    }
    return all;
}

/// Hash of a line's first letters without numbers: equal for lines of the same work.
std::uint64_t shapeOf(std::string_view line)
{
    constexpr int letters = 24;
    std::uint64_t shape = 0;
    int count = 0;
    for (const char c : line) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalpha(byte) == 0 && byte < 0x80)
            continue;
        shape = (shape ^ byte) * 1099511628211u;
        if (++count == letters)
            break;
    }
    return shape;
}

/// Recurring lines of normal work.
class Work final
{
public:
    explicit Work(const Lines &lines)
    {
        std::unordered_map<std::uint64_t, std::int64_t> firsts;
        m_first.reserve(lines.all.size());
        for (const std::string_view line : lines.all) {
            const std::uint64_t shape = shapeOf(line);
            const auto number = std::int64_t(m_first.size());
            m_first.push_back(shape == 0 ? never : firsts.try_emplace(shape, number).first->second); // 0: no letters
        }
    }

    /// Whether more than \a most lines after a candidate look like lines before it.
    [[nodiscard]] bool continuesAfter(const Candidate &candidate, std::int64_t most) const
    {
        for (auto first = m_first.begin() + candidate.cause.line + 1; first != m_first.end(); ++first) {
            if (*first < candidate.begin && --most < 0)
                return true;
        }
        return false;
    }

private:
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

    std::vector<std::int64_t> m_first; ///< for each line, the first line like it
};

// Stacks, memory maps and a tracker's summary may follow the cause in any number.
bool isEpilogue(std::string_view line)
{
    return line.empty() || line[0] == ' ' || line[0] == '\t' || line[0] == '#' || line.starts_with("frame #")
        || line.starts_with("wandb: ") || line.starts_with("***")
        || (line.size() > 20 && line.find_first_not_of("0123456789abcdef") >= 8 && line.find(" r") < 40);
}

/// The candidates near the end, each near the next.
std::vector<Candidate>::const_iterator firstNear(const Lines &lines, const std::vector<Candidate> &candidates,
                                                 std::int64_t begin)
{
    auto first = candidates.end();
    for (; first != candidates.begin(); begin = (--first)->begin) {
        const std::int64_t behind = std::prev(first)->cause.line + 1;
        if (behind + nearAtAll < begin)
            break;
        if (behind < begin
            && std::count_if(lines.all.begin() + behind, lines.all.begin() + begin, std::not_fn(isEpilogue))
                >= nearLines)
            break;
    }
    return first;
}

/// As firstNear() for a last candidate further above, after which work has stopped.
std::vector<Candidate>::const_iterator firstNearLast(const Lines &lines, const Work &work,
                                                     const std::vector<Candidate> &candidates)
{
    if (candidates.empty() || candidates.back().begin < workSeen || work.continuesAfter(candidates.back(), 0))
        return candidates.end();
    return firstNear(lines, candidates, candidates.back().begin);
}

} // namespace

std::optional<FailureCause> failureCause(std::string_view text)
{
    std::string scratch;
    const Lines lines(shownLines(text, scratch));
    std::vector<Candidate> candidates = candidatesIn(lines);
    if (candidates.empty())
        return {};
    const Work work(lines);
    const auto near = firstNear(lines, candidates, lines.count());
    candidates.erase(candidates.begin(), near == candidates.end() ? firstNearLast(lines, work, candidates) : near);
    std::erase_if(candidates, [&work](const Candidate &candidate) {
        return !candidate.isFinal && work.continuesAfter(candidate, workGoesOn);
    });
    const auto isCause = [](const Candidate &candidate) { return !candidate.cause.isConsequence; };
    auto chosen = std::find_if(candidates.begin(), candidates.end(), isCause);
    if (chosen == candidates.end())
        chosen = candidates.begin();
    return chosen == candidates.end() ? std::nullopt : std::optional(chosen->cause);
}

std::optional<FailureCause> unstartedProgram(std::string_view text)
{
    std::string scratch;
    const Lines lines(shownLines(text, scratch));
    for (std::int64_t line = lines.count() - 1; line >= 0; --line) {
        const auto isEnd = [shown = lines.at(line)](std::string_view words) { return shown.ends_with(words); };
        if (std::any_of(startErrors.begin(), startErrors.end(), isEnd))
            return causeOf({{}, FailureKind::NotStarted}, line, lines.at(line));
    }
    return {};
}

std::optional<FailureKind> failureOfExit(int exitCode, int outOfMemoryKills)
{
    switch (exitCode - 128) {
    case SIGSEGV:
        return FailureKind::SegmentationFault;
    case SIGKILL:
        return outOfMemoryKills > 0 ? FailureKind::KilledByKernel : FailureKind::KilledBySignal;
    case SIGTERM:
    case SIGBUS:
    case SIGFPE:
    case SIGILL:
        return FailureKind::KilledBySignal;
    default:
        return {};
    }
}

} // namespace engine::logcore
