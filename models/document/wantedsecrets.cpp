// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/document/wantedsecrets.h"

#include "engine/api/extension.h"
#include "models/translated.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

using engine::DocumentSecret;
using engine::ResourceKind;

QList<DocumentSecret> wantedSecrets(ResourceKind kind, const QJsonObject &document)
{
    QList<DocumentSecret> secrets = engine::secretsOf(kind, document);
    secrets.removeIf([](const DocumentSecret &secret) { return secret.isOwn && !secret.isOpen; });
    return secrets;
}

QList<DocumentSecret> secretsOf(ResourceKind kind, const QJsonObject &resource)
{
    return engine::secretsOf(kind, resource, engine::extensionOf(resource).value(u"uuid"_s).toString());
}

QList<DocumentSecret> without(const QList<DocumentSecret> &secrets, const QStringList &known)
{
    QStringList seen = known;
    QList<DocumentSecret> left;
    for (const DocumentSecret &secret : secrets) {
        if (!secret.name.isEmpty() && seen.contains(secret.name))
            continue;
        seen.append(secret.name);
        left.append(secret);
    }
    return left;
}

QJsonObject withStandIns(ResourceKind kind, const QJsonObject &document)
{
    QHash<QString, QString> standIns;
    for (const DocumentSecret &secret : engine::secretsOf(kind, document)) {
        if (secret.isOpen)
            standIns.insert(secret.variable, u"?"_s);
    }
    return standIns.isEmpty() ? document : engine::withSecretValues(kind, document, standIns);
}

QList<engine::Fault> withoutWanted(ResourceKind kind, QList<engine::Fault> faults, const QJsonObject &document)
{
    const QList<DocumentSecret> secrets = engine::secretsOf(kind, document);
    faults.removeIf([&secrets](const engine::Fault &fault) {
        return fault.code == u"Required"
            && std::any_of(secrets.cbegin(), secrets.cend(), [&fault](const DocumentSecret &secret) {
                   return secret.isOpen && secret.path == fault.target;
               });
    });
    return faults;
}

QString secretWords(const DocumentSecret &secret)
{
    return secret.variable.isEmpty() ? tr("Password of the image's registry") : secret.variable;
}

} // namespace models
