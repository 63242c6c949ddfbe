// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QHash>
#include <QJsonObject>

namespace engine {

/// One secret of a job document or of a cluster's setup task: where it stands in the document and where its value is
/// kept.
struct DocumentSecret
{
    QString variable; ///< environment variable; empty for the password of the image's registry
    QString name; ///< name in the secret store; empty for an own secret of a document without a UUID
    QString value; ///< the value in the document; empty in a stored document
    bool isOwn = false; ///< created and deleted with the job or cluster; false when the document names the secret
                        ///< ("secret:NAME")
    bool isOpen = false; ///< the document has no value, no reference and no name
    QString path; ///< path in faults: "$.properties.secrets[0]"
};

/// The secrets of \a document: variables in their order, then the registry's password. \a uuid is that of the job or
/// cluster; empty before it has one. Pure, as all functions below; any thread.
[[nodiscard]] QList<DocumentSecret> secretsOf(ResourceKind kind, const QJsonObject &document, const QString &uuid = {});

/// \a document with \a values filled in where it has no value and no name. \a values is keyed by variable; "" is the
/// registry's password.
[[nodiscard]] QJsonObject withSecretValues(ResourceKind kind, const QJsonObject &document,
                                           const QHash<QString, QString> &values);

/// Owner of own secrets: "job:UUID" or "cluster:UUID". The name of an own secret is this, a colon, and the variable.
[[nodiscard]] QString secretOwner(ResourceKind kind, const QString &uuid);

/// Name and owner of the credential of a storage account: "storage-account:NAME".
[[nodiscard]] QString storageSecret(const QString &account);

/// The secretOwner() or storageSecret() in \a name; empty when \a name is of neither.
[[nodiscard]] QString ownerOfSecret(const QString &name);

} // namespace engine
