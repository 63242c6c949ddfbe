// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/schema/schemaindex.h"

#include <array>

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
    using enum ResourceKind;
    static const std::array indexes{
        SchemaIndex(Group),      SchemaIndex(Workspace),     SchemaIndex(Cluster),
        SchemaIndex(FileServer), SchemaIndex(Experiment),    SchemaIndex(Job),
        SchemaIndex(Machine),    SchemaIndex(StorageAccount)}; // in the order of ResourceKind
    return indexes[size_t(kind)];
}

} // namespace engine
