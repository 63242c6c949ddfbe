// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documentschema.h"

namespace engine {

/// Builds the property table of a kind, parents before children. Paths are relative to the prefix that below() sets.
class SchemaBuilder
{
public:
    QList<PropertySpec> take() { return std::move(m_specs); }

    PropertySpec &add(const char *key, PropertyType type, const char *help);
    PropertySpec &require(const char *key, PropertyType type, const char *help);
    PropertySpec &number(const char *key, int minimum, const char *help, const char *defaultJson = "");
    PropertySpec &choice(const char *key, const QStringList &values, const char *help, const char *defaultJson = "");
    /// Adds {"id":"…"} below \a key: the full id of a resource of type \a idOf.
    void reference(const char *key, const char *idOf, const char *help, bool required);
    /// Adds a read-only property.
    PropertySpec &answer(const char *key, PropertyType type = PropertyType::String);
    void answers(std::initializer_list<const char *> keys, PropertyType type = PropertyType::String);

    /// Properties added by \a fill are below the last property, or below each of its elements.
    template <typename Fill> void below(Fill &&fill)
    {
        const QString outer = enter();
        fill();
        m_prefix = outer;
    }
    /// Elements of the last property that are no objects.
    void elements(PropertyType type);

    void envelope() { answers({"$schema", "$comment", "comment", "id", "name", "type", "resourceGroup"}); }
    void tags();
    void userAccount(bool required);
    void environment(const char *key);
    void secrets(const char *key);
    void secretReference(const char *key);
    void mountVolumes();
    void errors(const char *key);
    /// creationTime, provisioningState and the time of its last change.
    void provisioning() { answers({"creationTime", "provisioningState", "provisioningStateTransitionTime"}); }
    void extension(std::initializer_list<const char *> texts);

private:
    QString enter();
    void storageCredentials();
    void mountPath();

    QList<PropertySpec> m_specs;
    QString m_prefix;
};

[[nodiscard]] QList<PropertySpec> jobSchema();
[[nodiscard]] QList<PropertySpec> clusterSchema();
[[nodiscard]] QList<PropertySpec> fileServerSchema();

} // namespace engine
