// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/session.h"
#include "engine/api/resource/snapshots.h"

namespace ctl {

/// Waits until the job of \a document is final; returns its exit code, 255 without one. Prints state changes to stderr.
/// Survives hand-overs and crashes of engines. Blocks. \a document receives the latest document. NotFound when the job
/// was deleted, even if another job has its name.
engine::Result<int> waitForJob(Session &session, QJsonObject &document);

/// Prints a file of \a job's \a directory to stdout, each byte once, from its start until the job is final. Waits for
/// the file to appear. Survives hand-overs and crashes of engines, as it reads the spool. Ends without an error when
/// the reader of stdout has gone. NotFound when the job ended without the file, or was deleted.
engine::Result<void> streamFile(Session &session, const engine::JobSnapshot &job, const QString &directory,
                                const QString &file);

} // namespace ctl
