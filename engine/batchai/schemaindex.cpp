// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/schemaindex.h"

namespace engine {

SchemaIndex::SchemaIndex(ResourceKind kind)
{
    QHash<QString, SchemaNode *> byPath{{QString(), &m_nodes.emplace_back()}};
    for (const PropertySpec &spec : documentSchema(kind)) {
        SchemaNode &node = m_nodes.emplace_back();
        node.spec = &spec;
        node.key = spec.key();
        byPath.insert(spec.path, &node);
        SchemaNode *const parent = byPath.value(spec.parentPath());
        if (node.key == u"[]") {
            parent->element = &node;
        } else {
            parent->children.append(&node);
            parent->byKey.insert(node.key, &node);
        }
    }
}

const SchemaIndex &SchemaIndex::of(ResourceKind kind)
{
    static const SchemaIndex job(ResourceKind::Job);
    static const SchemaIndex cluster(ResourceKind::Cluster);
    static const SchemaIndex fileServer(ResourceKind::FileServer);
    static const SchemaIndex experiment(ResourceKind::Experiment);
    static const SchemaIndex labelled(ResourceKind::Workspace);
    static const SchemaIndex none(ResourceKind::Machine);
    switch (kind) {
    case ResourceKind::Job:
        return job;
    case ResourceKind::Cluster:
        return cluster;
    case ResourceKind::FileServer:
        return fileServer;
    case ResourceKind::Experiment:
        return experiment;
    case ResourceKind::Group:
    case ResourceKind::Workspace:
        return labelled;
    case ResourceKind::Machine:
        break;
    }
    return none;
}

} // namespace engine
