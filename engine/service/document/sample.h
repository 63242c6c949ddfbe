// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonObject>
#include <QStringList>

namespace engine {

/// A job that comes with the program: a folder of resources/samples. Its README.md begins with its title and a
/// paragraph that describes it; all files beside that and job.json are those of the job, which brings them along
/// (x-batchdeck.files), so that it runs on any machine.
struct Sample
{
    QString name; ///< the folder's
    QString title;
    QString description;
    QJsonObject document; ///< its job.json with its files
};

/// The names of all, the first one being that for beginners.
[[nodiscard]] QStringList sampleNames();
/// \a name is one of sampleNames(). Reads memory only.
[[nodiscard]] Sample readSample(const QString &name);
/// \a document for a cluster of \a nodes: it takes as many nodes as it wants, or all. Processes stay as many as they
/// were, if that is said.
[[nodiscard]] QJsonObject fittedTo(const QJsonObject &document, qsizetype nodes);

} // namespace engine
