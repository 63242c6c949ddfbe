// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/jobsecrets.h"

#include "engine/base/whenfinished.h"
#include "engine/secret/secretstore.h"

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

/// Reads one secret after another: a locked keyring is asked once only.
struct Search
{
    QList<DocumentSecret> open;
    LaunchSecrets found;
    QPromise<Result<LaunchSecrets>> promise;

    void finish(const Result<LaunchSecrets> &result)
    {
        promise.addResult(result);
        promise.finish();
    }
};

void findNext(SecretStore &store, const std::shared_ptr<Search> &search)
{
    if (search->open.isEmpty())
        return search->finish(search->found);
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

QFuture<Result<LaunchSecrets>> findSecrets(SecretStore &store, const QList<DocumentSecret> &secrets)
{
    const auto search = std::make_shared<Search>();
    search->open = secrets;
    search->promise.start();
    const QFuture<Result<LaunchSecrets>> future = search->promise.future();
    findNext(store, search);
    return future;
}

JobSecrets::JobSecrets(SecretStore &store, const QString &uuid, const QJsonObject &document, QObject *parent)
    : QObject(parent), m_store(store), m_secrets(secretsOf(ResourceKind::Job, document, uuid)),
      m_areThere(m_secrets.isEmpty())
{
    connect(&m_store, &SecretStore::mayAskAgain, this, [this] {
        if (m_missing.code == u"SecretLocked"_s)
            look();
    });
    connect(&m_store, &SecretStore::kept, this, [this](const QString &name) {
        const bool isOurs = std::any_of(m_secrets.cbegin(), m_secrets.cend(),
                                        [&name](const DocumentSecret &secret) { return secret.name == name; });
        if (!isOurs || m_areThere)
            return;
        m_isSetMeanwhile = m_isLooking;
        look();
    });
}

void JobSecrets::look()
{
    if (m_isLooking || m_secrets.isEmpty())
        return;
    fetch(); // the result reaches lookEnded(); the values are dropped
}

QFuture<Result<LaunchSecrets>> JobSecrets::fetch()
{
    m_isLooking = true;
    const QFuture<Result<LaunchSecrets>> future = findSecrets(m_store, m_secrets);
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
