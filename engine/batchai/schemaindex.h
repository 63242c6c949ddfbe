// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/documentschema.h"

#include <QHash>

namespace engine {

/// The schema of a kind by parent, for walking a document beside it. Value; any thread.
class SchemaIndex
{
public:
    using Children = QList<const PropertySpec *>;

    explicit SchemaIndex(ResourceKind kind)
    {
        for (const PropertySpec &spec : documentSchema(kind))
            m_children[spec.parentPath()].append(&spec);
    }

    /// In order of the schema; of an array: its element, if the schema knows what it is.
    [[nodiscard]] Children children(const QString &path) const { return m_children.value(path); }
    [[nodiscard]] const PropertySpec *element(const PropertySpec &array) const
    {
        const Children found = children(array.path);
        return found.isEmpty() ? nullptr : found.constFirst();
    }
    [[nodiscard]] static const PropertySpec *find(const Children &children, const QString &key)
    {
        for (const PropertySpec *spec : children) {
            if (spec->path.endsWith(key) && spec->key() == key)
                return spec;
        }
        return nullptr;
    }

private:
    QHash<QString, Children> m_children;
};

} // namespace engine
