// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <vector>

namespace engine {

/// A range of a file, in MiB.
struct DataRun
{
    qint64 first;
    qint64 end;
    bool operator==(const DataRun &) const = default;
};

/// The ranges of a machine's file that have data, in order; the rest is a hole. The end of the file always counts as
/// data, and so does all of it when the machine cannot tell. \a folder holds the trees. Blocks. Errors: the session's.
[[nodiscard]] Result<std::vector<DataRun>> dataRuns(BulkSession &session, const QByteArray &folder,
                                                    const TreeEntry &file);
/// The same of an open file of this computer, of \a size bytes when it was listed.
[[nodiscard]] std::vector<DataRun> dataRuns(int file, qint64 size);

} // namespace engine
