// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/fetchrule.h"
#include "engine/api/storage/transfers.h"
#include "engine/job/files/outputfolders.h"

namespace engine {

// How the rules of a job's x-batchdeck.fetch become transfers. Pure.

/// Rules that apply to the job as it ended, and of which the record knows nothing yet.
[[nodiscard]] QList<FetchRule> pendingFetches(const JobRecord &record);
/// Ids of the directories that \a rule is about.
[[nodiscard]] QStringList directoriesOf(const FetchRule &rule, const JobRecord &record);

/// Asks a node what of \a folder matches; what it says, by folder: names below each, "" is \a folder itself.
[[nodiscard]] QByteArray matchesScript(const QString &folder, const FetchRule &rule);
using Matches = QMap<QString, QStringList>;
/// InvalidArgument: there are too many to be brought so.
[[nodiscard]] Result<Matches> parseMatches(const QByteArray &output);

/// What a folder of a node has of a rule.
struct MatchedFolder
{
    NodeFolder folder;
    QString place; ///< of the node; empty: this computer
    Matches matches;
};

/// A transfer with an id that is the same whenever it is asked for: so none is begun twice.
struct FetchTransfer
{
    QString id;
    TransferRequest request;
};
/// What several directories, or several nodes, have comes into a folder of each.
[[nodiscard]] QList<FetchTransfer> fetchTransfers(const JobRecord &record, const FetchRule &rule,
                                                  const QList<MatchedFolder> &found, const QString &home);

} // namespace engine
