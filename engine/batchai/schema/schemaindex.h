// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documentschema.h"

#include <QHash>

#include <deque>

namespace engine {

/// A property, what may stand below it, and what its elements are: for walking a document beside its schema.
struct SchemaNode
{
    const PropertySpec *spec = nullptr; ///< nullptr: the document itself
    QList<const SchemaNode *> children; ///< of an object, in order of the schema
    QHash<QString, const SchemaNode *> byKey; ///< the same
    QString key;
    const SchemaNode *element = nullptr; ///< of a list, if the schema knows what it is

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

    std::deque<SchemaNode> m_nodes; // whose addresses stay
};

} // namespace engine
