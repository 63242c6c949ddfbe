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
    const bool isOfUse =
        (name.startsWith(u"password:"_s) || name.startsWith(u"passphrase:/"_s)) && !name.endsWith(u':');
    if (isPlain && isOfUse && name.size() <= longestName)
        return {};
    return refused(Message(QT_TRANSLATE_NOOP("engine",
                                             "\"%1\" is not the name of a secret: it is password:USER@HOST:PORT or "
                                             "passphrase:FILE."),
                           {name.left(200)}),
                   u"name"_s);
}

} // namespace

void Service::beginSecrets()
{
    m_secrets = new SecretStore(m_profileId, this);
    m_secrets->takeMemory(std::exchange(m_options.secrets, {}));
    // A keyring tells nobody what is in it, so that the names are the store's.
    const QString key = u"keyringNames"_s;
    const QByteArray names = m_store->initialContents().settings.value(key).toUtf8();
    for (const QJsonValue &name : QJsonDocument::fromJson(names).array())
        m_keyringNames.append(name.toString());
    connect(m_secrets, &SecretStore::keyringChanged, this, [this, key](const QString &name, bool hasIt) {
        if (hasIt == m_keyringNames.contains(name))
            return;
        if (hasIt)
            m_keyringNames.append(name);
        else
            m_keyringNames.removeOne(name);
        const QJsonDocument list(QJsonArray::fromStringList(m_keyringNames));
        whenFinished(m_store->putSetting({key, QString::fromUtf8(list.toJson(QJsonDocument::Compact))}), this,
                     [this](const Result<void> &stored) {
                         if (!stored)
                             storeFailed(stored.error());
                     });
    });
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
    whenFinished(m_secrets->keep(name, value, SecretStore::Place::Keyring), this,
                 [reply](const Result<SecretStore::Kept> &kept) {
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
    QStringList names = m_keyringNames + memory.keys();
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
        if (!m_keyringNames.contains(name))
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
