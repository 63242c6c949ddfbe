// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonObject>
#include <QStringList>

/// Facts in the documents of clusters and file servers that matter on own machines. Pure functions; any thread.
namespace models {

struct DocumentFact
{
    QString label;
    QString value;
    bool isCode = false; ///< a command
};

/// Number of nodes, their setup, their mounts.
[[nodiscard]] QList<DocumentFact> clusterFacts(const QJsonObject &document);
/// Size and disks of the original virtual machine.
[[nodiscard]] QList<DocumentFact> fileServerFacts(const QJsonObject &document);

/// Nodes of the initial target; 0 when the document does not say.
[[nodiscard]] int nodesWanted(const QJsonObject &document);

/// Sources of the mounted volumes, in the form of a mapping's source.
[[nodiscard]] QStringList clusterSources(const QJsonObject &document);

/// Setup state of a cluster's node: "waiting", "preparing", "ready", "failed", "leaving"; empty without a setup.
[[nodiscard]] QString setupOf(const QJsonObject &cluster, const QString &node);
[[nodiscard]] QString setupWord(const QString &setup); ///< for people

} // namespace models
