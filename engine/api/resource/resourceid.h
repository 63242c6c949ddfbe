// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "engine/api/words.h"

#include <QHashFunctions>

namespace engine {

enum class ResourceKind { Group, Workspace, Cluster, FileServer, Experiment, Job, Machine, StorageAccount };
template <>
inline constexpr std::array enumWords<ResourceKind>{"group",      "workspace", "cluster", "file-server",
                                                    "experiment", "job",       "machine", "storage-account"};
/// The type string of the service, e.g. "Microsoft.BatchAI/workspaces/experiments/jobs", or "Batchdeck/machines".
[[nodiscard]] QString typeName(ResourceKind kind);

/// Identity of a resource: the ARM-style path
/// /subscriptions/P/resourceGroups/G/providers/Microsoft.BatchAI/workspaces/W/experiments/E/jobs/J. A machine has
/// /subscriptions/P/providers/Batchdeck/machines/M, a storage account
/// /subscriptions/P/providers/Microsoft.Storage/storageAccounts/A. P is the profile's UUID. Names are compared without
/// regard to case, as the service does; the case of creation is kept. Value; any thread.
class ResourceId
{
public:
    ResourceId() = default;

    [[nodiscard]] static ResourceId group(const QString &profile, const QString &name);
    [[nodiscard]] static ResourceId machine(const QString &profile, const QString &name);
    [[nodiscard]] static ResourceId storageAccount(const QString &profile, const QString &name);
    /// A child below this one: workspace of a group; cluster, file server, experiment of a workspace; job of an
    /// experiment.
    [[nodiscard]] ResourceId child(ResourceKind kind, const QString &name) const;
    /// Reads the path form. The error is InvalidArgument.
    [[nodiscard]] static Result<ResourceId> parse(QStringView path);
    /// Reads the path form, or what people type: g, g/w, g/w/e, g/w/e/j, g/w/clusters/c, g/w/fileServers/f, machines/m,
    /// storageAccounts/a.
    [[nodiscard]] static Result<ResourceId> parseShort(const QString &profile, QStringView text);

    [[nodiscard]] bool isValid() const { return !m_names.isEmpty(); }
    [[nodiscard]] ResourceKind kind() const { return m_kind; }
    [[nodiscard]] QString profile() const { return m_profile; }
    [[nodiscard]] QString name() const { return m_names.isEmpty() ? QString() : m_names.constLast(); }
    [[nodiscard]] ResourceId parent() const; ///< invalid for what belongs to the profile
    [[nodiscard]] ResourceId ancestor(ResourceKind kind) const; ///< this id or an ancestor; invalid when there is none
    /// Whether it belongs to the profile, not to a group: a machine, a storage account.
    [[nodiscard]] bool isOfProfile() const
    {
        return m_kind == ResourceKind::Machine || m_kind == ResourceKind::StorageAccount;
    }
    [[nodiscard]] QString groupName() const { return isOfProfile() ? QString() : m_names.value(0); }
    [[nodiscard]] QString workspaceName() const { return m_names.value(1); }

    [[nodiscard]] QString toString() const; ///< the path form
    [[nodiscard]] QString shortText() const; ///< "g / w / e / j", for people

    friend bool operator==(const ResourceId &a, const ResourceId &b) { return a.key() == b.key(); }
    friend bool operator<(const ResourceId &a, const ResourceId &b) { return a.key() < b.key(); }
    friend size_t qHash(const ResourceId &id, size_t seed = 0) { return qHash(id.key(), seed); }

private:
    [[nodiscard]] QString key() const { return toString().toLower(); } // the path in lower case

    QString m_profile;
    ResourceKind m_kind = ResourceKind::Group;
    QStringList m_names; // from the group down; the name alone for what belongs to the profile
};

/// Whether \a name obeys the service's rule for \a kind: 1 to 64 of letters, digits, - and _; a group also dots (90). A
/// storage account: 3 to 24 lower-case letters and digits.
[[nodiscard]] Result<void> checkName(ResourceKind kind, const QString &name);

} // namespace engine

Q_DECLARE_METATYPE(engine::ResourceId)
