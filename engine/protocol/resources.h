// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/method.h"

namespace engine {

struct ListResources
{
    QString kind; ///< a word: "group", "workspace", "cluster", "file-server", "experiment", "machine"
    std::optional<QString> scope; ///< id; absent for all

    static void describe(auto &self, auto &fields) { fields("kind", self.kind)("scope", self.scope); }
};

struct DeleteResource
{
    QString id;
    bool terminate = false; ///< stop jobs of a cluster that are not done, and cancel setups

    static void describe(auto &self, auto &fields) { fields("id", self.id)("terminate", self.terminate); }
};

struct DeletedResource
{
    std::optional<QList<Message>> warnings; ///< for the user: e.g. who still mounts a deleted file server

    static void describe(auto &self, auto &fields) { fields("warnings", self.warnings); }
};

struct UpdateResource
{
    QString id;
    QJsonObject document; ///< "tags" of a group or workspace, properties.scaleSettings of a cluster

    static void describe(auto &self, auto &fields) { fields("id", self.id)("document", self.document); }
};

struct ListUsages
{
    QString location; ///< a region of the service; accepted and ignored

    static void describe(auto &self, auto &fields) { fields("location", self.location); }
};

/// All resources but jobs that have ended.
struct Snapshot
{
    qint64 revision = 0;
    QJsonArray upserted; ///< documents
    QJsonArray removed; ///< ids

    static void describe(auto &self, auto &fields)
    {
        fields("revision", self.revision)("upserted", self.upserted)("removed", self.removed);
    }
};

namespace method {

inline constexpr Method<Nothing, Snapshot> fetchSnapshot{"resource.snapshot"};
inline constexpr Method<ListResources, QJsonArray> listResources{"resource.list"};
inline constexpr Method<OfResource, QJsonObject> getResource{"resource.get"};
inline constexpr Method<UpdateResource, QJsonObject> updateResource{"resource.update"};
inline constexpr Method<DeleteResource, DeletedResource> deleteResource{"resource.delete"};
inline constexpr Method<ListUsages, QJsonArray> listUsages{"usage.list"};

} // namespace method

} // namespace engine
