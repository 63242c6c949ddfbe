// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/failurecause.h"

#include "engine/log/core/shownbytes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace engine::logcore {

namespace {

constexpr std::int64_t nearLines = 60; // launchers and other processes say as much behind the cause, or between two
constexpr std::int64_t longestTraceback = 400; // lines
constexpr std::string_view tracebackMark = "Traceback (most recent call last):";

/// Words of which each is enough.
struct Words
{
    std::string_view text;
    FailureKind kind;
    bool isConsequence = false;
};

// The more exact come first: "NCCL error … Connection reset by peer" is a peer that went away.
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
    Words{"Out of memory: Killed process", FailureKind::KilledByKernel},
    Words{"oom_kill event", FailureKind::KilledByKernel},
    Words{"oom-kill event", FailureKind::KilledByKernel},
    Words{"cgroup out-of-memory handler", FailureKind::KilledByKernel},
    Words{"killed by signal: Killed", FailureKind::KilledByKernel},
    Words{"signal 9 (Killed)", FailureKind::KilledByKernel},
    Words{"Signal 9 (SIGKILL)", FailureKind::KilledByKernel},
    Words{"KILLED BY SIGNAL: 9", FailureKind::KilledByKernel},
    Words{"error while loading shared libraries:", FailureKind::ImportError},
    Words{"ncclRemoteError", FailureKind::PeerLost, true},
    Words{"onnection closed by peer", FailureKind::PeerLost, true},
    Words{"onnection reset by peer", FailureKind::PeerLost, true},
    Words{"onnection refused", FailureKind::PeerLost, true},
    Words{"ncclUnhandledCudaError", FailureKind::Nccl},
    Words{"ncclSystemError", FailureKind::Nccl},
    Words{"ncclInternalError", FailureKind::Nccl},
    Words{"ncclInvalidArgument", FailureKind::Nccl},
    Words{"ncclInvalidUsage", FailureKind::Nccl},
    Words{"NCCL error", FailureKind::Nccl},
    Words{"Watchdog caught collective operation timeout", FailureKind::Nccl, true},
};

/// Exceptions by their names.
constexpr std::array exceptions{
    Words{"ModuleNotFoundError", FailureKind::ImportError},
    Words{"ImportError", FailureKind::ImportError},
    Words{"KeyboardInterrupt", FailureKind::PythonTraceback, true}, // somebody stopped it
    Words{"ChildFailedError", FailureKind::PythonTraceback, true}, // launchers, of what they launched
    Words{"CalledProcessError", FailureKind::PythonTraceback, true},
    Words{"ProcessExitedException", FailureKind::PythonTraceback, true},
    Words{"ProcessRaisedException", FailureKind::PythonTraceback, true},
};

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

std::optional<Words> wordsIn(std::string_view line)
{
    const auto isIn = [line](const Words &some) { return line.find(some.text) != std::string_view::npos; };
    const auto found = std::find_if(words.begin(), words.end(), isIn);
    return found == words.end() ? std::nullopt : std::optional(*found);
}

// As shells tell it of a child: "Killed", "run.sh: line 3:  4711 Killed   python train.py".
bool tellsOfAKill(std::string_view line)
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

/// "torch.cuda.OutOfMemoryError" of "torch.cuda.OutOfMemoryError: CUDA out of …"; empty of what is no exception.
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
        return name == some.text || name.ends_with("." + std::string(some.text));
    };
    const auto found = std::find_if(exceptions.begin(), exceptions.end(), isIt);
    return found != exceptions.end() ? *found : Words{{}, FailureKind::PythonTraceback};
}

FailureCause causeOf(const Words &found, std::int64_t line, std::string_view text)
{
    return {found.kind, found.isConsequence, line, std::string(text)};
}

/// The exception of the traceback that begins in a line, which may have a launcher's mark before it, as all of its
/// lines have then. Its frames are indented.
std::optional<FailureCause> exceptionOf(const Lines &lines, std::int64_t first)
{
    const std::string_view mark = lines.at(first).substr(0, lines.at(first).find(tracebackMark));
    const std::int64_t end = std::min(lines.count(), first + longestTraceback);
    for (std::int64_t line = first + 1; line < end; ++line) {
        std::string_view text = lines.at(line);
        if (!text.starts_with(mark))
            continue; // another process speaks
        text.remove_prefix(mark.size());
        if (text.empty() || text[0] == ' ')
            continue;
        const std::string_view name = exceptionIn(text);
        return name.empty() ? std::nullopt : std::optional(causeOf(kindOfException(text, name), line, text));
    }
    return {};
}

std::vector<FailureCause> causesIn(const Lines &lines)
{
    std::vector<FailureCause> causes;
    std::int64_t next = 0; // behind the last exception
    for (std::int64_t line = 0; line < lines.count(); ++line) {
        const std::string_view text = lines.at(line);
        if (text.find(tracebackMark) != std::string_view::npos) {
            if (auto cause = exceptionOf(lines, line)) {
                next = cause->line + 1;
                causes.push_back(*std::move(cause));
            }
        } else if (line < next) {
            continue; // a frame shows code, which may hold any words
        } else if (const auto found = wordsIn(text)) {
            causes.push_back(causeOf(*found, line, text));
        } else if (tellsOfAKill(text)) {
            causes.push_back(causeOf({{}, FailureKind::KilledByKernel}, line, text));
        }
    }
    return causes;
}

} // namespace

std::optional<FailureCause> failureCause(std::string_view text)
{
    std::string scratch;
    const Lines lines(shownLines(text, scratch));
    const std::vector<FailureCause> causes = causesIn(lines);
    // Back from the end, as long as one is near the next.
    std::int64_t begin = lines.count();
    auto first = causes.end();
    while (first != causes.begin() && begin - std::prev(first)->line <= nearLines)
        begin = (--first)->line;
    const auto isCause = [](const FailureCause &cause) { return !cause.isConsequence; };
    auto chosen = std::find_if(first, causes.end(), isCause);
    if (chosen == causes.end())
        chosen = first;
    return chosen == causes.end() ? std::nullopt : std::optional(*chosen);
}

} // namespace engine::logcore
