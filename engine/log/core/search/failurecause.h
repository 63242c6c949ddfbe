// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace engine::logcore {

enum class FailureKind {
    ImportError, ///< a Python module or a shared library is missing
    PythonTraceback, ///< any other exception
    CudaOutOfMemory,
    Nccl,
    PeerLost, ///< another process of the job went away, as reported by gloo, NCCL or MPI
    KilledByKernel, ///< out of memory
    DiskFull,
    SegmentationFault,
    KilledBySignal, ///< by a user; by the kernel if the machine reports that it ran out of memory
    NotStarted, ///< a program is missing, or cannot be executed
};

/// What a log says about the failure of its process.
struct FailureCause
{
    FailureKind kind;
    /// The failure is elsewhere: in a peer, or in a child process. The cause may be in another log.
    bool isConsequence = false;
    std::int64_t line = 0; ///< from 0, within the text
    std::string words; ///< the line without a launcher's prefix and control sequences
};

/// The cause of failure in \a text, the end of a failed process's log: the last cause, or one shortly before it;
/// further above only if no work continues after it, as logs also contain errors that the program survived. Of several,
/// the first that is no consequence. Nothing when the log does not say. Pure; any thread.
[[nodiscard]] std::optional<FailureCause> failureCause(std::string_view text);

/// The last line of \a text about a program that could not be started, for a process that ended with exit code 126 or
/// 127 of a shell. Pure; any thread.
[[nodiscard]] std::optional<FailureCause> unstartedProgram(std::string_view text);

/// The cause that follows from the exit code alone: \a exitCode is a shell's, 128 plus the number of a signal. Nothing
/// for exit codes of programs, for signals that a program sends to itself after reporting the reason (SIGABRT), and for
/// those that only end it (SIGINT, SIGHUP, SIGPIPE). Pure; any thread.
[[nodiscard]] std::optional<FailureKind> failureOfExit(int exitCode, int outOfMemoryKills);

} // namespace engine::logcore
