// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonObject>
#include <QStringList>

/// What a cluster's or a file server's document says that counts here. Pure functions; any thread.
namespace models {

struct DocumentFact
{
    QString label;
    QString value;
    bool isCode = false; ///< a command
};

/// How many nodes, how they are made ready, what they mount.
[[nodiscard]] QList<DocumentFact> clusterFacts(const QJsonObject &document);
/// Size and disks of what it was.
[[nodiscard]] QList<DocumentFact> fileServerFacts(const QJsonObject &document);

/// The nodes it wants at once; 0 when it says nothing of them.
[[nodiscard]] int nodesWanted(const QJsonObject &document);

/// The volumes it mounts, in the words of a mapping's source.
[[nodiscard]] QStringList clusterSources(const QJsonObject &document);

/// How far the mounts and the setup task of a cluster's node are: "waiting", "preparing", "ready", "failed", "leaving";
/// empty where nothing is set up.
[[nodiscard]] QString setupOf(const QJsonObject &cluster, const QString &node);
[[nodiscard]] QString setupWord(const QString &setup); ///< for people

} // namespace models
