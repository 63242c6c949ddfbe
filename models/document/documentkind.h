// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

/// Recognises documents that were opened or dropped. Pure functions; any thread.
namespace models {

enum class DocumentKind { Unknown, Job, Cluster, FileServer, Workspace, Export };

/// An opened file with its content.
struct OpenedDocument
{
    QString name; ///< file name
    QByteArray text;
    DocumentKind kind = DocumentKind::Unknown;
    engine::Error error; ///< why the file could not be read; without a message when it could

    [[nodiscard]] bool isEmpty() const { return name.isEmpty() && text.isEmpty(); }
    bool operator==(const OpenedDocument &other) const { return name == other.name && text == other.text; }
};

/// Kind of a text by its content, never by its file name; for a text that is no JSON, by the quoted names in it.
/// Unknown when nothing matches.
[[nodiscard]] DocumentKind documentKindOf(const QByteArray &text);

/// "a job", "a cluster"…: for sentences.
[[nodiscard]] QString kindWords(DocumentKind kind);

/// The kind of resource that a document describes; Group for documents without one.
[[nodiscard]] engine::ResourceKind resourceKindOf(DocumentKind kind);

/// Result of dropping a document on \a under (invalid: on the background).
struct DropVerdict
{
    bool isAccepted = false;
    engine::ResourceId place; ///< if accepted: the experiment, workspace or group that receives it; invalid when the
                              ///< user has to choose
    engine::ResourceId cluster; ///< the cluster on which a job was dropped
    QString words; ///< if accepted: what the drop does; else why not, and where it is possible
};

[[nodiscard]] DropVerdict judgeDrop(DocumentKind kind, const engine::ResourceId &under);

/// Contents of an export.
struct ExportSummary
{
    QList<engine::ResourceId> ids; ///< valid ids of the documents, as they would be in the profile
    QStringList lines; ///< "2 clusters: gpu-a, gpu-b"
};

/// \a text must be an export. Kinds are in the order of their creation. \a profile: UUID of the importing profile;
/// empty when unknown.
[[nodiscard]] ExportSummary summaryOfExport(const QByteArray &text, const QString &profile);

} // namespace models
