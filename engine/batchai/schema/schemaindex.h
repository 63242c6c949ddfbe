// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documentschema.h"

#include <QHash>

#include <deque>

namespace engine {

/// A property with the properties below it, for walking a document along its schema.
struct SchemaNode
{
    const PropertySpec *spec = nullptr; ///< null for the document itself
    QList<const SchemaNode *> children; ///< of an object, in the order of the schema
    QHash<QString, const SchemaNode *> byKey; ///< the children by key
    QString key;
    const SchemaNode *element = nullptr; ///< of a list with a known type of elements

    [[nodiscard]] const SchemaNode *child(const QString &name) const { return byKey.value(name); }
};

/// The schema of a kind as a tree. Immutable; any thread.
class SchemaIndex
{
public:
    /// Built once a kind.
    [[nodiscard]] static const SchemaIndex &of(ResourceKind kind);

    [[nodiscard]] const SchemaNode &root() const { return m_nodes.front(); }

private:
    explicit SchemaIndex(ResourceKind kind);

    std::deque<SchemaNode> m_nodes; // deque: addresses of nodes stay valid
};

} // namespace engine
