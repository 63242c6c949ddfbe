// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/documents.h"
#include "engine/registry/job/jobs.h"
#include "engine/registry/job/scheduler.h"
#include "engine/service/router.h"

#include <memory>

namespace engine {

/// Checks, exports and imports documents: document.*
class DocumentService final : public QObject
{
    Q_DISABLE_COPY_MOVE(DocumentService)

public:
    DocumentService(Router &router, Store &store, Resources &resources, const JobPlanner &planner, Jobs &jobs,
                    OwnedSecrets &owned, Scheduler &scheduler);

private:
    void check(const CheckDocument &request, const ReplyTo<CheckedDocument> &reply);
    void exportAll(const ExportDocuments &request, const ReplyTo<ExportedDocuments> &reply);

    // documentimport.cpp
    struct PendingImport;
    void importAll(const ImportDocuments &request, const ReplyTo<ImportedIds> &reply);
    void addItems(const QList<QJsonValue> &documents, const ResourceId &target, PendingImport &pending) const;
    void dropExisting(const std::shared_ptr<PendingImport> &pending);
    [[nodiscard]] QList<Fault> faultsOf(PendingImport &pending) const;
    [[nodiscard]] JobDraft importedJob(const ResourceId &id, const QJsonObject &document,
                                       const QHash<ResourceId, QJsonObject> &coming) const;
    void carryOut(const std::shared_ptr<PendingImport> &pending);

    Store &m_store;
    Resources &m_resources;
    const JobPlanner &m_planner;
    Jobs &m_jobs;
    OwnedSecrets &m_owned;
    Scheduler &m_scheduler;
};

} // namespace engine
