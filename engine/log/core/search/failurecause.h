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
    PeerLost, ///< another process of the job went away: gloo's, NCCL's and MPI's words for it
    KilledByKernel, ///< for want of memory
    DiskFull,
    SegmentationFault,
    KilledBySignal, ///< by somebody; where a machine says that its memory ran out, by its kernel
    NotStarted, ///< a program is missing, or its machine refuses to run it
};

/// What a log says of why its process failed.
struct FailureCause
{
    FailureKind kind;
    /// It tells of a failure elsewhere: of a peer, or of a process that it started. The cause may stand in another log.
    bool isConsequence = false;
    std::int64_t line = 0; ///< from 0, within the text
    std::string words; ///< that line, without a launcher's mark before it and without control sequences
};

/// Of \a text, the end of the log of a process that failed: what stands last in it, or shortly before; further above
/// only where nothing that stood before it goes on behind it, as what a program survived stands there, too. Of several
/// the first that is no consequence. Nothing when it says nothing of that. Pure; any thread.
[[nodiscard]] std::optional<FailureCause> failureCause(std::string_view text);

/// Of \a text, the log of a process that ended with 126 or 127, as shells do: the last line that tells of a program
/// that could not be started. Pure; any thread.
[[nodiscard]] std::optional<FailureCause> unstartedProgram(std::string_view text);

/// What the end of a process says by itself, for one that had no time for words: \a exitCode as shells give it,
/// 128 and the number of the signal. Nothing for codes of programs, and for signals that a program sends itself when
/// it has said why (SIGABRT), or that only end it (SIGINT, SIGHUP, SIGPIPE). Pure; any thread.
[[nodiscard]] std::optional<FailureKind> failureOfExit(int exitCode, int outOfMemoryKills);

} // namespace engine::logcore
