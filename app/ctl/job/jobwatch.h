// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/session.h"
#include "engine/api/resource/snapshots.h"

namespace ctl {

/// Waits until the job of \a document is final and answers its exit code, 255 without one. State changes go to stderr.
/// Goes on over hand-overs and deaths of engines. Blocks. The last document seen lies in \a document. NotFound when the
/// job was deleted, be there another one of its name.
engine::Result<int> waitForJob(Session &session, QJsonObject &document);

/// Prints the file of \a job's \a directory to stdout, each byte once, from its start until the job is final. Waits
/// for the file. Goes on as waitForJob() does: the spool is there whatever becomes of an engine. Ends quietly when
/// nobody reads stdout any more. NotFound when the job ended without the file, or was deleted.
engine::Result<void> streamFile(Session &session, const engine::JobSnapshot &job, const QString &directory,
                                const QString &file);

} // namespace ctl
