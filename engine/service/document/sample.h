// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonObject>
#include <QStringList>

namespace engine {

/// A sample job: a folder of resources/samples. Its README.md starts with a title and a paragraph of description. All
/// files but README.md and job.json become x-batchdeck.files of the job, so that it runs on any machine.
struct Sample
{
    QString name; ///< name of the folder
    QString title;
    QString description;
    QJsonObject document; ///< job.json with the files
};

/// All names; the first one is for beginners.
[[nodiscard]] QStringList sampleNames();
/// \a name: one of sampleNames(). Reads resources in memory.
[[nodiscard]] Sample readSample(const QString &name);
/// \a document for a cluster of \a nodes: the job's own number of nodes, or all if the cluster has fewer. A given
/// process count is kept.
[[nodiscard]] QJsonObject fittedTo(const QJsonObject &document, qsizetype nodes);

} // namespace engine
