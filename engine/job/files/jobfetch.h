// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/fetchrule.h"
#include "engine/api/storage/transfers.h"
#include "engine/job/files/outputfolders.h"

namespace engine {

// Converts the rules in a job's x-batchdeck.fetch to transfers. Pure.

/// Rules that apply to the job's end and have no entry in the record yet.
[[nodiscard]] QList<FetchRule> pendingFetches(const JobRecord &record);
/// Ids of the output directories that \a rule covers.
[[nodiscard]] QStringList directoriesOf(const FetchRule &rule, const JobRecord &record);

/// Script that lists what of \a folder matches \a rule; output by folder: names below it, "" for \a folder itself.
[[nodiscard]] QByteArray matchesScript(const QString &folder, const FetchRule &rule);
using Matches = QMap<QString, QStringList>;
/// InvalidArgument when there are too many matches.
[[nodiscard]] Result<Matches> parseMatches(const QByteArray &output);

/// The matches of a rule in one folder of a node.
struct MatchedFolder
{
    NodeFolder folder;
    QString place; ///< place of the node; empty for this computer
    Matches matches;
};

/// A transfer with a deterministic id, so that none is started twice.
struct FetchTransfer
{
    QString id;
    TransferRequest request;
};
/// With several directories or nodes, each gets a folder of its own.
[[nodiscard]] QList<FetchTransfer> fetchTransfers(const JobRecord &record, const FetchRule &rule,
                                                  const QList<MatchedFolder> &found, const QString &home);

} // namespace engine
