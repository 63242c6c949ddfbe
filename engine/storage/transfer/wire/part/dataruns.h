// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <vector>

namespace engine {

/// Some of a file, in MiB.
struct DataRun
{
    qint64 first;
    qint64 end;
    bool operator==(const DataRun &) const = default;
};

/// Where a machine's file has data, in order; the rest is a hole. Its end always counts as data, and all of it where
/// the machine cannot tell. \a folder holds the trees. Blocks. Errors: those of the session.
[[nodiscard]] Result<std::vector<DataRun>> dataRuns(BulkSession &session, const QByteArray &folder,
                                                    const TreeEntry &file);
/// The same of an open file of this computer, which had \a size bytes.
[[nodiscard]] std::vector<DataRun> dataRuns(int file, qint64 size);

} // namespace engine
