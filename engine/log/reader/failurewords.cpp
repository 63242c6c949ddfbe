// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/failurewords.h"

#include <algorithm>
#include <array>

namespace engine {

namespace {

struct KindWords
{
    FailureKind kind;
    const char *word;
    const char *cause; ///< %1: the line of the log
    const char *silentCause = nullptr; ///< for a process without a line in its log
    const char *remedy = nullptr;
};

constexpr std::array kinds{
    KindWords{FailureKind::ImportError, "importError", QT_TRANSLATE_NOOP("engine", "Missing module or library: %1"),
              nullptr, QT_TRANSLATE_NOOP("engine", "Install it in the job preparation, or take an image that has it.")},
    KindWords{FailureKind::PythonTraceback, "pythonTraceback", QT_TRANSLATE_NOOP("engine", "Python exception: %1")},
    KindWords{FailureKind::CudaOutOfMemory, "cudaOutOfMemory", QT_TRANSLATE_NOOP("engine", "GPU out of memory: %1"),
              nullptr, QT_TRANSLATE_NOOP("engine", "Take a smaller batch, or fewer processes a GPU.")},
    KindWords{
        FailureKind::Nccl, "nccl", QT_TRANSLATE_NOOP("engine", "NCCL failed: %1"), nullptr,
        QT_TRANSLATE_NOOP("engine", "NCCL_DEBUG=INFO in the job's environment makes it say what it could not do.")},
    // Reported only if no log has the cause.
    KindWords{FailureKind::PeerLost, "peerLost", QT_TRANSLATE_NOOP("engine", "Another process went away: %1"), nullptr,
              QT_TRANSLATE_NOOP("engine",
                                "No log says why: look at how what failed first ended, and whether the network "
                                "between the nodes held.")},
    KindWords{FailureKind::KilledByKernel, "killedByKernel",
              QT_TRANSLATE_NOOP("engine", "Killed for want of memory: %1"),
              QT_TRANSLATE_NOOP("engine", "Killed for want of memory. Its logs say nothing of it."),
              QT_TRANSLATE_NOOP("engine", "Let it take less memory, or run fewer processes on that node.")},
    KindWords{FailureKind::DiskFull, "diskFull", QT_TRANSLATE_NOOP("engine", "Disk full: %1"), nullptr,
              QT_TRANSLATE_NOOP("engine", "Free some space, or write where there is more.")},
    KindWords{FailureKind::SegmentationFault, "segmentationFault",
              QT_TRANSLATE_NOOP("engine", "Segmentation fault: %1"),
              QT_TRANSLATE_NOOP("engine", "Segmentation fault. Its logs say nothing of it."),
              QT_TRANSLATE_NOOP("engine",
                                "Often a library is built for another version or processor. PYTHONFAULTHANDLER=1 in "
                                "the job's environment makes Python say where it was.")},
    KindWords{FailureKind::KilledBySignal, "killedBySignal", QT_TRANSLATE_NOOP("engine", "Killed by a signal: %1"),
              QT_TRANSLATE_NOOP("engine", "Killed by a signal. Its logs say nothing of it."),
              QT_TRANSLATE_NOOP("engine",
                                "If neither its time limit nor its user ended it, somebody on that machine may have, "
                                "or what guards its memory, as earlyoom does. Its journal can tell.")},
    KindWords{FailureKind::NotStarted, "notStarted", QT_TRANSLATE_NOOP("engine", "A program could not be started: %1"),
              nullptr,
              QT_TRANSLATE_NOOP("engine",
                                "A job has the PATH of a login without a terminal: name the program with its full "
                                "path, or set PATH in the job's environment. What is missing can be installed in the "
                                "job preparation.")},
};

const KindWords &wordsOf(FailureKind kind)
{
    return *std::find_if(kinds.begin(), kinds.end(), [kind](const KindWords &each) { return each.kind == kind; });
}

} // namespace

QString toString(FailureKind kind)
{
    return QString::fromLatin1(wordsOf(kind).word);
}

Message failureText(const LogFailure &failure)
{
    const KindWords &words = wordsOf(failure.kind);
    if (failure.words.isEmpty() && words.silentCause)
        return words.silentCause;
    return {words.cause, {failure.words}};
}

Message failureRemedy(FailureKind kind)
{
    const char *remedy = wordsOf(kind).remedy;
    return remedy ? Message(remedy) : Message();
}

} // namespace engine
