// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/resource/resourceid.h"
#include "engine/protocol/documents.h"

namespace engine {

/// Taking documents out and in.
class DocumentClient final
{
public:
    explicit DocumentClient(EngineLink &link) : m_link(link) { }

    /// With all below them but jobs, which come only when they are named themselves; parents first, no secrets.
    QFuture<Result<ExportedDocuments>> exportResources(const QList<ResourceId> &resources);
    /// Makes what a file of exportResources() ({"resources":[…]}), a list of documents or a single one holds. What is
    /// there stays; InvalidDocument lists every fault, and then nothing was made. A job is submitted. \a target is the
    /// group or workspace that takes the place of the documents' own.
    QFuture<Result<ImportedIds>> importText(const QByteArray &text, const ResourceId &target = {});

private:
    EngineLink &m_link;
};

} // namespace engine
