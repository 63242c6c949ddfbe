// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/failurewords.h"

#include <QCoreApplication>

namespace models {

namespace {

using engine::FailureKind;

QString translated(const char *source)
{
    return QCoreApplication::translate("models", source);
}

QString nameOf(FailureKind kind)
{
    switch (kind) {
    case FailureKind::ImportError:
        return translated(QT_TRANSLATE_NOOP("models", "Missing module or library"));
    case FailureKind::PythonTraceback:
        return translated(QT_TRANSLATE_NOOP("models", "Python exception"));
    case FailureKind::CudaOutOfMemory:
        return translated(QT_TRANSLATE_NOOP("models", "GPU out of memory"));
    case FailureKind::Nccl:
        return translated(QT_TRANSLATE_NOOP("models", "NCCL failed"));
    case FailureKind::PeerLost:
        return translated(QT_TRANSLATE_NOOP("models", "Another process went away"));
    case FailureKind::KilledByKernel:
        return translated(QT_TRANSLATE_NOOP("models", "Killed for want of memory"));
    case FailureKind::DiskFull:
        return translated(QT_TRANSLATE_NOOP("models", "Disk full"));
    case FailureKind::SegmentationFault:
        return translated(QT_TRANSLATE_NOOP("models", "Segmentation fault"));
    }
    return {};
}

} // namespace

QString causeText(const engine::LogFailure &failure)
{
    return translated(QT_TRANSLATE_NOOP("models", "%1: %2")).arg(nameOf(failure.kind), failure.words);
}

QString remedyText(FailureKind kind)
{
    switch (kind) {
    case FailureKind::ImportError:
        return translated(
            QT_TRANSLATE_NOOP("models", "Install it in the job preparation, or take an image that has it."));
    case FailureKind::CudaOutOfMemory:
        return translated(QT_TRANSLATE_NOOP("models", "Take a smaller batch, or fewer processes a GPU."));
    case FailureKind::Nccl:
        return translated(
            QT_TRANSLATE_NOOP("models", "NCCL_DEBUG=INFO in the job's environment makes it say what it could not do."));
    case FailureKind::KilledByKernel:
        return translated(QT_TRANSLATE_NOOP("models", "Let it take less memory, or run fewer processes on that node."));
    case FailureKind::DiskFull:
        return translated(QT_TRANSLATE_NOOP("models", "Free some space, or write where there is more."));
    case FailureKind::PythonTraceback:
    case FailureKind::PeerLost:
    case FailureKind::SegmentationFault:
        break;
    }
    return {};
}

} // namespace models
