// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

/// What somebody opened or dropped. Pure functions; any thread.
namespace models {

enum class DocumentKind { Unknown, Job, Cluster, FileServer, Workspace, Export };

/// A file that was opened, as it was read.
struct OpenedDocument
{
    QString name; ///< of its file
    QByteArray text;
    DocumentKind kind = DocumentKind::Unknown;
    engine::Error error; ///< why there is no text: it could not be read; no message when there is

    [[nodiscard]] bool isEmpty() const { return name.isEmpty() && text.isEmpty(); }
    bool operator==(const OpenedDocument &other) const { return name == other.name && text == other.text; }
};

/// What a text is, by what stands in it, never by its file's name; a text that cannot be read as JSON, by the names in
/// quotes. Unknown: none of these.
[[nodiscard]] DocumentKind documentKindOf(const QByteArray &text);

/// "a job", "a cluster"…: for sentences.
[[nodiscard]] QString kindWords(DocumentKind kind);

/// What kind() of resource a document describes; Group for those that describe none.
[[nodiscard]] engine::ResourceKind resourceKindOf(DocumentKind kind);

/// Where a document would go if it were dropped on \a under (invalid: beside everything).
struct DropVerdict
{
    bool isAccepted = false;
    engine::ResourceId place; ///< accepted: the experiment, workspace or group that takes it; invalid: the user chooses
    engine::ResourceId cluster; ///< of a job that was dropped on one
    QString words; ///< accepted: what a drop does; else why not, and where instead
};

[[nodiscard]] DropVerdict judgeDrop(DocumentKind kind, const engine::ResourceId &under);

/// What an export holds.
struct ExportSummary
{
    QList<engine::ResourceId> ids; ///< of the documents that name themselves rightly, as they would be in the profile
    QStringList lines; ///< "2 clusters: gpu-a, gpu-b"
};

/// \a text is an export's. Kinds stand in the order in which they are made. \a profile: the id of the one that would
/// take them; empty where none is known.
[[nodiscard]] ExportSummary summaryOfExport(const QByteArray &text, const QString &profile);

} // namespace models
