// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/document/secretservice.h"

#include "engine/base/whenfinished.h"
#include "engine/registry/refusals.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype longestName = 1024; // characters
constexpr qsizetype longestValue = 64 * 1024; // bytes of UTF-8

// A name that no document and no machine uses would be useless.
Result<void> checkSecretName(const QString &name)
{
    const bool isPlain = std::all_of(name.cbegin(), name.cend(), [](QChar c) { return c.isPrint(); });
    const bool isOfUse = (name.startsWith(u"password:"_s) || name.startsWith(u"passphrase:/"_s)
                          || name.startsWith(u"secret:"_s) || !ownerOfSecret(name).isEmpty())
        && !name.endsWith(u':');
    if (isPlain && isOfUse && name.size() <= longestName)
        return {};
    return invalidArgument(u"name"_s,
                           {QT_TRANSLATE_NOOP("engine",
                                              "\"%1\" is not the name of a secret: it is password:USER@HOST:PORT, "
                                              "passphrase:FILE, secret:NAME for jobs, job:UUID:NAME of one job, "
                                              "cluster:UUID:NAME of a setup task, or storage-account:NAME."),
                            {name.left(200)}});
}

} // namespace

SecretService::SecretService(Router &router, SecretStore &secrets, const OwnedSecrets &owned)
    : m_secrets(secrets), m_owned(owned)
{
    router.on(method::setSecret, this, &SecretService::set);
    router.on(method::listSecrets, this, &SecretService::list);
    router.on(method::removeSecret, this, &SecretService::remove);
}

void SecretService::set(const SetSecret &request, const ReplyTo<SecretKept> &reply)
{
    const auto [name, value, wanted] = request;
    if (const auto valid = checkSecretName(name); !valid)
        return reply(valid.error());
    if (value.text.isEmpty())
        return reply(invalidArgument(u"value"_s, {QT_TRANSLATE_NOOP("engine", "The secret %1 is empty."), {name}}));
    if (value.text.toUtf8().size() > longestValue)
        return reply(
            invalidArgument(u"value"_s, {QT_TRANSLATE_NOOP("engine", "The secret %1 is larger than 64 KiB."), {name}}));
    if (wanted != u"keyring" && wanted != u"memory")
        return reply(
            invalidArgument(u"place"_s,
                            {QT_TRANSLATE_NOOP("engine", "A secret is kept in the keyring or in memory, not in “%1”."),
                             {wanted.left(200)}}));
    const auto place = wanted == u"memory" ? SecretStore::Place::Memory : SecretStore::Place::Keyring;
    whenFinished(m_secrets.keep(name, value.text, place), this, [reply](const Result<SecretStore::Kept> &kept) {
        if (!kept)
            return reply(kept.error());
        SecretKept answer{kept->place == SecretStore::Place::Keyring ? u"keyring"_s : u"memory"_s, {}};
        if (!kept->reason.isEmpty())
            answer.reason = kept->reason;
        reply(answer);
    });
}

void SecretService::list(const Nothing &, const ReplyTo<QList<ListedSecret>> &reply)
{
    const QJsonObject memory = m_secrets.memory();
    QList<ListedSecret> list;
    for (const QString &name : m_owned.names())
        list.append({name, memory.contains(name) ? u"memory"_s : u"keyring"_s});
    reply(list);
}

void SecretService::remove(const SecretName &request, const ReplyTo<Nothing> &reply)
{
    const QString name = request.name;
    if (const auto valid = checkSecretName(name); !valid)
        return reply(valid.error());
    whenFinished(m_secrets.remove(name), this, [this, name, reply](const Result<void> &removed) {
        // The value is gone from memory; an error of the keyring does not matter.
        if (!m_owned.isInKeyring(name))
            return reply(Nothing());
        if (!removed)
            return reply(removed.error());
        reply(Error{ErrorCode::Unreachable,
                    {QT_TRANSLATE_NOOP("engine",
                                       "The secret %1 is in a keyring that this session does not have. Remove it "
                                       "where it was set."),
                     {name}},
                    name});
    });
}

} // namespace engine
