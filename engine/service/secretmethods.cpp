// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/service.h"

#include "engine/base/whenfinished.h"
#include "engine/secret/secretstore.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QString namesKey = u"keyringNames"_s; // of a setting

constexpr qsizetype longestName = 1024; // characters
constexpr qsizetype longestValue = 64 * 1024; // bytes of UTF-8

Error refused(const Message &message, const QString &target)
{
    return {ErrorCode::InvalidArgument, message, target, {}, {}};
}

// A name that nothing asks for would only look as if it were of use.
Result<void> checkSecretName(const QString &name)
{
    const bool isPlain = std::all_of(name.cbegin(), name.cend(), [](QChar c) { return c.isPrint(); });
    const bool isOfUse = (name.startsWith(u"password:"_s) || name.startsWith(u"passphrase:/"_s)
                          || name.startsWith(u"secret:"_s) || !ownerOfSecret(name).isEmpty())
        && !name.endsWith(u':');
    if (isPlain && isOfUse && name.size() <= longestName)
        return {};
    return refused(Message(QT_TRANSLATE_NOOP("engine",
                                             "\"%1\" is not the name of a secret: it is password:USER@HOST:PORT, "
                                             "passphrase:FILE, secret:NAME for jobs, job:UUID:NAME of one job, or "
                                             "cluster:UUID:NAME of a setup task."),
                           {name.left(200)}),
                   u"name"_s);
}

} // namespace

void Service::beginSecrets()
{
    m_secrets = new SecretStore(m_profileId, this);
    m_secrets->takeMemory(std::exchange(m_options.secrets, {}));
    // A keyring tells nobody what is in it, so that the names are the store's.
    const QHash<QString, QString> &settings = m_store->initialContents().settings;
    for (auto it = settings.cbegin(); it != settings.cend(); ++it) {
        if (!it.key().startsWith(namesKey))
            continue;
        for (const QJsonValue &name : QJsonDocument::fromJson(it->toUtf8()).array()) {
            m_keyringNames[ownerOfSecret(name.toString())].append(name.toString());
            indexSecret(name.toString());
        }
    }
    for (const QString &name : m_secrets->memory().keys())
        indexSecret(name);
    connect(m_secrets, &SecretStore::keyringChanged, this, [this](const QString &name, bool hasIt) {
        if (hasIt == isInKeyring(name))
            return;
        const QString owner = ownerOfSecret(name);
        if (hasIt)
            m_keyringNames[owner].append(name);
        else
            m_keyringNames[owner].removeOne(name);
        putKeyringNames(owner);
    });
    connect(m_secrets, &SecretStore::kept, this, [this](const QString &name) {
        indexSecret(name);
        retrySetupsWith(name);
    });
}

void Service::indexSecret(const QString &name)
{
    if (const QString owner = ownerOfSecret(name); !owner.isEmpty())
        m_ownedSecrets[owner].insert(name);
}

bool Service::isInKeyring(const QString &name) const
{
    return m_keyringNames.value(ownerOfSecret(name)).contains(name);
}

// A row for each job and setup task: ten thousand of them must not be written anew for one.
QFuture<Result<void>> Service::putKeyringNames(const QString &owner)
{
    const QStringList names = m_keyringNames.value(owner);
    if (names.isEmpty())
        m_keyringNames.remove(owner);
    const QJsonDocument list(QJsonArray::fromStringList(names));
    const auto put =
        m_store->putSetting({owner.isEmpty() ? namesKey : QString(namesKey + u'/' + owner),
                             names.isEmpty() ? QString() : QString::fromUtf8(list.toJson(QJsonDocument::Compact))});
    whenFinished(put, this, [this](const Result<void> &stored) {
        if (!stored)
            storeFailed(stored.error());
    });
    return put;
}

void Service::releaseEngine(const QJsonObject &, const Reply &reply)
{
    if (const auto may = mayEnd(); !may)
        return reply(may.error());
    reply(QJsonValue(QJsonObject{{u"secrets"_s, m_secrets->memory()}}));
    emit endRequested();
}

void Service::setSecret(const QJsonObject &parameters, const Reply &reply)
{
    const QString name = parameters.value(u"name"_s).toString();
    const QString value = parameters.value(u"value"_s).toString();
    if (const auto valid = checkSecretName(name); !valid)
        return reply(valid.error());
    if (value.isEmpty())
        return reply(refused(Message(QT_TRANSLATE_NOOP("engine", "The secret %1 is empty."), {name}), u"value"_s));
    if (value.toUtf8().size() > longestValue)
        return reply(
            refused(Message(QT_TRANSLATE_NOOP("engine", "The secret %1 is larger than 64 KiB."), {name}), u"value"_s));
    const QString wanted = parameters.value(u"place"_s).toString(u"keyring"_s);
    if (wanted != u"keyring" && wanted != u"memory")
        return reply(
            refused(Message(QT_TRANSLATE_NOOP("engine", "A secret is kept in the keyring or in memory, not in “%1”."),
                            {wanted.left(200)}),
                    u"place"_s));
    const auto place = wanted == u"memory" ? SecretStore::Place::Memory : SecretStore::Place::Keyring;
    whenFinished(m_secrets->keep(name, value, place), this, [reply](const Result<SecretStore::Kept> &kept) {
        if (!kept)
            return reply(kept.error());
        const bool isInKeyring = kept->place == SecretStore::Place::Keyring;
        QJsonObject answer{{u"place"_s, isInKeyring ? u"keyring"_s : u"memory"_s}};
        if (!kept->reason.isEmpty())
            answer[u"reason"_s] = kept->reason.toJson();
        reply(QJsonValue(answer));
    });
}

void Service::listSecrets(const QJsonObject &, const Reply &reply)
{
    const QJsonObject memory = m_secrets->memory();
    QStringList names = memory.keys();
    for (const QStringList &each : std::as_const(m_keyringNames))
        names += each;
    names.sort();
    names.removeDuplicates();
    QJsonArray list;
    for (const QString &name : std::as_const(names))
        list.append(QJsonObject{{u"name"_s, name}, {u"place"_s, memory.contains(name) ? u"memory"_s : u"keyring"_s}});
    reply(QJsonValue(list));
}

void Service::removeSecret(const QJsonObject &parameters, const Reply &reply)
{
    const QString name = parameters.value(u"name"_s).toString();
    if (const auto valid = checkSecretName(name); !valid)
        return reply(valid.error());
    whenFinished(m_secrets->remove(name), this, [this, name, reply](const Result<void> &removed) {
        if (!isInKeyring(name))
            return reply(QJsonValue(QJsonObject())); // what an unwilling keyring says is then no loss
        if (!removed)
            return reply(removed.error());
        reply(
            Error{ErrorCode::Unreachable,
                  Message(QT_TRANSLATE_NOOP("engine",
                                            "The secret %1 is in a keyring that this session does not have. Remove it "
                                            "where it was set."),
                          {name}),
                  name,
                  {},
                  {}});
    });
}

} // namespace engine
