// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/jobsecrets.h"

#include "engine/api/extension.h"
#include "engine/base/whenfinished.h"
#include "engine/secret/secretstore.h"

#include <QJsonArray>
#include <QPromise>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

Error missing(const DocumentSecret &secret)
{
    const Message words = secret.variable.isEmpty()
        ? Message(QT_TRANSLATE_NOOP("engine",
                                    "The password of its image's registry is missing. Set it, and it goes on: "
                                    "batchctl secret set %1"),
                  {secret.name})
        : Message(QT_TRANSLATE_NOOP("engine",
                                    "The value of its secret %1 is missing. Set it, and it goes on: "
                                    "batchctl secret set %2"),
                  {secret.variable, secret.name});
    return {ErrorCode::NotFound, words, secret.name};
}

Error locked(const Error &why)
{
    return Error::of(ErrorCode::Unreachable,
                     {QT_TRANSLATE_NOOP("engine", "It waits for its secrets: %1 They are looked for again."),
                      {why.message.englishText()}},
                     why.target, why.technical);
}

// As the job was submitted with them.
QList<MappedVolume> recordedVolumes(const QJsonObject &document)
{
    QList<MappedVolume> volumes;
    for (const QJsonValue &recorded : extensionOf(document).value(u"volumes"_s).toArray())
        volumes.append({recorded[u"source"_s].toString(), recorded[u"target"_s].toString()});
    return volumes;
}

/// Reads one secret after another: a locked keyring is asked once only.
struct Search
{
    QList<DocumentSecret> open;
    QStringList containers;
    ContainerSigner sign;
    LaunchSecrets found;
    QPromise<Result<LaunchSecrets>> promise;

    void finish(const Result<LaunchSecrets> &result)
    {
        promise.addResult(result);
        promise.finish();
    }
};

void signContainers(SecretStore &store, const std::shared_ptr<Search> &search)
{
    if (search->containers.isEmpty())
        return search->finish(search->found);
    whenFinished(search->sign(search->containers), &store, [search](const Result<QMap<QString, QString>> &addresses) {
        if (addresses) {
            search->found.containers = *addresses;
            return search->finish(search->found);
        }
        const Error &error = addresses.error();
        if (error.code == ErrorCode::AuthenticationFailed || error.code == ErrorCode::NotFound)
            return search->finish(Error{ErrorCode::NotFound, error.message, error.target});
        search->finish(locked(error));
    });
}

void findNext(SecretStore &store, const std::shared_ptr<Search> &search)
{
    if (search->open.isEmpty())
        return signContainers(store, search);
    const DocumentSecret secret = search->open.takeFirst();
    whenFinished(store.lookUp(secret.name), &store,
                 [&store, search, secret](const Result<std::optional<Secret>> &value) {
                     if (!value)
                         return search->finish(locked(value.error()));
                     if (!*value)
                         return search->finish(missing(secret));
                     if (secret.variable.isEmpty())
                         search->found.registryPassword = (*value)->text();
                     else
                         search->found.variables.append({secret.variable, (*value)->text()});
                     findNext(store, search);
                 });
}

} // namespace

QFuture<Result<LaunchSecrets>> findSecrets(SecretStore &store, const ContainerSigner &sign, const SecretNeeds &needs)
{
    const auto search = std::make_shared<Search>();
    search->open = needs.secrets;
    search->containers = needs.containers;
    search->sign = sign;
    search->promise.start();
    const QFuture<Result<LaunchSecrets>> future = search->promise.future();
    findNext(store, search);
    return future;
}

JobSecrets::JobSecrets(SecretStore &store, ContainerSigner sign, const QString &uuid, const QJsonObject &document,
                       QObject *parent)
    : QObject(parent), m_store(store),
      m_sign(std::move(sign)), m_needs{secretsOf(ResourceKind::Job, document, uuid),
                                       containersOf(document[u"properties"_s][u"mountVolumes"_s].toObject(),
                                                    recordedVolumes(document))},
      m_areThere(m_needs.isEmpty())
{
    connect(&m_store, &SecretStore::mayAskAgain, this, [this] {
        if (m_missing.code == u"SecretLocked"_s)
            look();
    });
    connect(&m_store, &SecretStore::kept, this, [this](const QString &name) {
        if (m_areThere || !needs(name))
            return;
        m_isSetMeanwhile = m_isLooking;
        look();
    });
}

bool JobSecrets::needs(const QString &name) const
{
    return std::any_of(m_needs.secrets.cbegin(), m_needs.secrets.cend(),
                       [&name](const DocumentSecret &secret) { return secret.name == name; })
        || std::any_of(m_needs.containers.cbegin(), m_needs.containers.cend(), [&name](const QString &container) {
               return storageSecret(container.section(u'/', 2, 2)) == name;
           });
}

void JobSecrets::look()
{
    if (m_isLooking || m_needs.isEmpty())
        return;
    fetch(); // the result reaches lookEnded(); the values are dropped
}

QFuture<Result<LaunchSecrets>> JobSecrets::fetch()
{
    m_isLooking = true;
    const QFuture<Result<LaunchSecrets>> future = findSecrets(m_store, m_sign, m_needs);
    whenFinished(future, this, [this](const Result<LaunchSecrets> &found) { lookEnded(found); });
    return future;
}

void JobSecrets::lookEnded(const Result<LaunchSecrets> &found)
{
    m_isLooking = false;
    if (!found && std::exchange(m_isSetMeanwhile, false))
        return look();
    const bool wereThere = std::exchange(m_areThere, found.has_value());
    const Message before = m_missing.reason;
    m_missing = {};
    if (!found)
        m_missing = {found.error().code == ErrorCode::NotFound ? u"SecretMissing"_s : u"SecretLocked"_s,
                     found.error().message};
    if (wereThere != m_areThere || !(before == m_missing.reason))
        emit changed();
}

} // namespace engine
