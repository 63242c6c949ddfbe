// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QHash>
#include <QJsonObject>

namespace engine {

/// A secret of a job's document, or of a cluster's setup task, and where its value is kept.
struct DocumentSecret
{
    QString variable; ///< of the environment; empty: it is the password of the image's registry
    QString name; ///< under which the engine keeps it; empty: its own, of a document that has no UUID yet
    QString value; ///< as it stands in the document; empty in one that is stored
    bool isOwn = false; ///< comes and goes with the job, or the cluster; false: the document names it ("secret:NAME")
    bool isOpen = false; ///< the document has neither a value, nor a reference to one, nor a name
    QString path; ///< as faults name it: "$.properties.secrets[0]"
};

/// The secrets of \a document: variables in their order, then the registry's password. \a uuid: of the job, or of the
/// cluster, that it belongs to; empty before there is one. Pure, as all below; any thread.
[[nodiscard]] QList<DocumentSecret> secretsOf(ResourceKind kind, const QJsonObject &document, const QString &uuid = {});

/// \a document with \a values, by variable ("" for the registry's password), where it has none and names none.
[[nodiscard]] QJsonObject withSecretValues(ResourceKind kind, const QJsonObject &document,
                                           const QHash<QString, QString> &values);

/// "job:UUID" or "cluster:UUID": with ":VARIABLE" behind it, the name of a secret of its own.
[[nodiscard]] QString secretOwner(ResourceKind kind, const QString &uuid);

/// The secretOwner() in the name of a secret; empty when it is no such name.
[[nodiscard]] QString ownerOfSecret(const QString &name);

} // namespace engine
