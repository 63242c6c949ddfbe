// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/method.h"

namespace engine {

/// Request to create a group, workspace, cluster, file server or experiment.
struct NewResource
{
    QString id;
    LongText text; ///< the create document as written; alternative to \a document
    QJsonObject document;
    LongTexts overrides; ///< "PATH=VALUE"

    // Of a cluster.
    QString kind; ///< "ssh", "local"; empty: derived from the machines
    QStringList machines; ///< names or ids
    std::optional<int> target; ///< number of nodes
    std::optional<int> minimum;
    std::optional<int> maximum;

    // Of a file server.
    std::optional<QString> machine;
    std::optional<QString> path;

    static void describe(auto &self, auto &fields)
    {
        fields("id", self.id);
        fields("text", self.text);
        fields("document", self.document);
        fields("overrides", self.overrides);
        fields("kind", self.kind);
        fields("machines", self.machines);
        fields("target", self.target);
        fields("minimum", self.minimum);
        fields("maximum", self.maximum);
        fields("machine", self.machine);
        fields("path", self.path);
    }
};

namespace method {

/// Creates a resource of a kind without a create method of its own (as clusters, machines and jobs have).
inline constexpr Method<NewResource, QJsonObject> createResource{"resource.create"};
inline constexpr Method<NewResource, QJsonObject> createCluster{"cluster.create"};

} // namespace method

} // namespace engine
