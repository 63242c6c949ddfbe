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

/// Of \a text, the end of the log of a process that failed: what stands last in it, or shortly before; what a program
/// survived stands further above. Of several the first that is no consequence. Nothing when it says nothing of that.
/// Pure; any thread.
[[nodiscard]] std::optional<FailureCause> failureCause(std::string_view text);

} // namespace engine::logcore
