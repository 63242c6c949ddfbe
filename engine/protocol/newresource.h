// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/method.h"

namespace engine {

/// What is to be created: a group, a workspace, a cluster, a file server or an experiment.
struct NewResource
{
    QString id;
    LongText text; ///< of its create document, as its author has it, or:
    QJsonObject document;
    LongTexts overrides; ///< "PATH=VALUE"

    // Of a cluster.
    QString kind; ///< "ssh", "local"; empty: by its machines
    QStringList machines; ///< names or ids
    std::optional<int> target; ///< nodes it is to have
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

/// By the kind of its id: what has a method of its own (a cluster, a machine, a job) is created by that.
inline constexpr Method<NewResource, QJsonObject> createResource{"resource.create"};
inline constexpr Method<NewResource, QJsonObject> createCluster{"cluster.create"};

} // namespace method

} // namespace engine
