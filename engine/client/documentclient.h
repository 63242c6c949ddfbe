// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/resource/resourceid.h"
#include "engine/protocol/documents.h"

namespace engine {

/// Export and import of documents.
class DocumentClient final
{
public:
    explicit DocumentClient(EngineLink &link) : m_link(link) { }

    /// Exports \a resources with everything below them; jobs only if they are listed themselves. Parents come first.
    /// Without secrets.
    QFuture<Result<ExportedDocuments>> exportResources(const QList<ResourceId> &resources);
    /// Imports the result of exportResources() ({"resources":[…]}), a list of documents, or a single document. Existing
    /// resources stay unchanged. InvalidDocument lists all faults, and nothing is imported. A job is submitted. \a
    /// target: group or workspace that replaces those of the documents.
    QFuture<Result<ImportedIds>> importText(const QByteArray &text, const ResourceId &target = {});

private:
    EngineLink &m_link;
};

} // namespace engine
