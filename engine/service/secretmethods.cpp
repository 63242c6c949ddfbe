// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/service.h"

#include "engine/base/whenfinished.h"
#include "engine/secret/secretstore.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// A name that nothing asks for would only look as if it were of use.
Result<void> checkSecretName(const QString &name)
{
    const QString rest = name.section(u':', 1);
    if (!rest.isEmpty() && (name.startsWith(u"password:"_s) || name.startsWith(u"passphrase:/"_s)))
        return {};
    return Error{ErrorCode::InvalidArgument,
                 Message(QT_TRANSLATE_NOOP("engine",
                                           "\"%1\" is not the name of a secret: it is password:USER@HOST:PORT or "
                                           "passphrase:FILE."),
                         {name.left(200)}),
                 u"name"_s,
                 {},
                 {}};
}

} // namespace

void Service::setSecret(const QJsonObject &parameters, const Reply &reply)
{
    const QString name = parameters.value(u"name"_s).toString();
    const QString value = parameters.value(u"value"_s).toString();
    if (const auto valid = checkSecretName(name); !valid)
        return reply(valid.error());
    if (value.isEmpty())
        return reply(Error{ErrorCode::InvalidArgument,
                           Message(QT_TRANSLATE_NOOP("engine", "The secret %1 is empty."), {name}),
                           u"value"_s,
                           {},
                           {}});
    whenFinished(
        m_secrets->keep(name, value, SecretStore::Place::Keyring), this,
        [reply](const Result<SecretStore::Kept> &kept) {
            if (!kept)
                return reply(kept.error());
            QJsonObject json{{u"place"_s, kept->place == SecretStore::Place::Keyring ? u"keyring"_s : u"memory"_s}};
            if (!kept->reason.isEmpty())
                json[u"reason"_s] = kept->reason.toJson();
            reply(QJsonValue(json));
        });
}

void Service::removeSecret(const QJsonObject &parameters, const Reply &reply)
{
    const QString name = parameters.value(u"name"_s).toString();
    if (const auto valid = checkSecretName(name); !valid)
        return reply(valid.error());
    whenFinished(m_secrets->remove(name), this, [reply](const Result<void> &result) {
        reply(result ? Result<QJsonValue>(QJsonValue(QJsonObject())) : Result<QJsonValue>(result.error()));
    });
}

// A keyring does not list what it holds without being asked for each: those of use are known by the machines.
void Service::listSecrets(const QJsonObject &, const Reply &reply)
{
    QStringList names = m_secrets->memory().keys();
    for (const MachineController *machine : std::as_const(m_machines))
        names +=
            machine->row().document[u"properties"_s][u"x-batchdeck"_s][u"secretNames"_s].toVariant().toStringList();
    names.sort();
    names.removeDuplicates();
    reply(QJsonValue(QJsonArray::fromStringList(names)));
}

} // namespace engine
