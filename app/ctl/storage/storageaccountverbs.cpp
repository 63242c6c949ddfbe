// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// storage account, storage container, storage link: storage accounts of Azure Blob.

#include "app/ctl/operands.h"
#include "app/ctl/resource/resourceacts.h"
#include "app/ctl/resource/secretinput.h"
#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/protocol/resources.h"
#include "engine/protocol/storageaccounts.h"

#include <QDateTime>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace engine;

namespace ctl {

namespace {

constexpr auto trialLimit = 60s; // for calls that try an account

const QList<Column> accountColumns{
    {u"Name"_s, "name"},
    {u"Endpoint"_s, "properties.primaryEndpoints.blob"},
    {u"Credential"_s, "properties.x-batchdeck.credential"},
    {u"Container"_s, "properties.x-batchdeck.container"},
};
const QList<Column> containerColumns{{u"Name"_s, "name"}, {u"Changed"_s, "lastModified"}};

/// What a storage account is reached by: one of both.
struct Credential
{
    LongText key;
    LongText sas;
};

// Never an argument: those are seen by every user of the computer.
Result<Credential> readCredential(const Session &session, const QString &account)
{
    const bool isKey = session.line().has(u"--account-key-stdin"_s);
    const auto value =
        readSecret(session, isKey ? u"Key of %1:"_s.arg(account) : u"Signature (SAS) of %1:"_s.arg(account));
    if (!value)
        return value.error();
    return isKey ? Credential{{*value}, {}} : Credential{{}, {*value}};
}

// 0: the command line says which; else the exit code.
int refuseCredential(const Session &session)
{
    return session.line().has(u"--account-key-stdin"_s) != session.line().has(u"--sas-stdin"_s)
        ? 0
        : session.refuseUsage(u"say either --account-key-stdin or --sas-stdin: what comes from standard input."_s);
}

Result<int> addAccount(Session &session)
{
    if (const int refused = refuseCredential(session))
        return refused;
    const auto id = session.subject(ResourceKind::StorageAccount);
    if (!id)
        return id.error();
    const auto credential = readCredential(session, id->name());
    if (!credential)
        return credential.error();
    AddStorageAccount request;
    request.name = id->name();
    request.endpoint = session.line().value(u"--endpoint"_s);
    request.key = credential->key;
    request.sas = credential->sas;
    request.test = !session.line().has(u"--no-test"_s);
    const auto added = session.change(method::addStorageAccount, request, trialLimit);
    if (!added)
        return added.error();
    noteWarnings(session, added->value(u"warnings"_s));
    session.print(*added, accountColumns);
    return 0;
}

Result<int> updateAccount(Session &session, const ResourceId &id)
{
    if (const int refused = refuseCredential(session))
        return refused;
    const auto credential = readCredential(session, id.name());
    if (!credential)
        return credential.error();
    return outcome(
        session.change(method::setStorageCredential, {id.name(), credential->key, credential->sas}, trialLimit));
}

Result<int> listAccounts(Session &session)
{
    return session.printed(session.read(method::listResources, {toString(ResourceKind::StorageAccount), {}}),
                           accountColumns);
}

Result<int> createContainer(Session &session)
{
    const CommandLine &line = session.line();
    return outcome(session.change(method::createContainer, {line.value(u"--account-name"_s), line.value(u"--name"_s)}));
}

Result<int> listContainers(Session &session)
{
    ListOutput list(session.format(), containerColumns);
    QString text;
    const auto take = [&](const FolderEntries &page) {
        QJsonArray rows;
        for (const StorageEntry &entry : page.entries)
            rows.append(QJsonObject{
                {u"name"_s, entry.name},
                {u"lastModified"_s, QDateTime::fromMSecsSinceEpoch(entry.modifiedMs, Qt::UTC).toString(Qt::ISODate)}});
        text += list.add(rows);
    };
    const OfFile root{blobPlace(session.line().value(u"--account-name"_s)), u"/"_s};
    const auto listed = session.change(method::listFolder, {root, 5000}, Session::noDeadline, take);
    if (!listed)
        return listed.error();
    session.print(text + list.end());
    return 0;
}

Result<int> deleteContainer(Session &session)
{
    const QString account = session.line().value(u"--account-name"_s);
    const QString name = session.line().value(u"--name"_s);
    if (const int refused = session.confirm(
            u"Delete the container %1 of the storage account %2 with all of its blobs; this cannot be undone"_s.arg(
                name, account)))
        return refused;
    return outcome(session.change(method::removeContainer, {account, name}));
}

Result<int> linkBlob(Session &session)
{
    const auto blob = locationOf(session, session.line().operand);
    if (!blob)
        return blob.error();
    const auto minutes = numberIn(u"--minutes"_s, session.line().value(u"--minutes"_s));
    if (!minutes)
        return minutes.error();
    const QString account = accountOf(blob->place);
    if (account.isEmpty())
        return session.refuseUsage(u"A link is to a blob of a storage account: blob://ACCOUNT/CONTAINER/NAME."_s);
    return session.printed(session.change(inJson(method::linkBlob), {account, blob->path, *minutes}),
                           {{u"Link"_s, "url"}});
}

// A verb about the account that its operand or -n names.
Verb accountVerb(const QString &path, const QString &help, Handler handler, const QStringList &examples,
                 const QList<Option> &options = {})
{
    const Option name{u"--name"_s, u"-n"_s, u"NAME"_s, u"the same as the word"_s};
    return {path, help, handler, examples, QList<Option>{name} + options, u"ACCOUNT"_s};
}

} // namespace

QList<Verb> storageAccountVerbs()
{
    const QList<Option> credential{
        {u"--account-key-stdin"_s, {}, {}, u"the account's key comes from standard input, or is asked for"_s},
        {u"--sas-stdin"_s, {}, {}, u"a shared access signature does, alone or as a URL with it"_s}};
    const QList<Option> added =
        QList<Option>{
            {u"--endpoint"_s, {}, u"URL"_s, u"of its blob service; https://ACCOUNT.blob.core.windows.net without it"_s}}
        + credential + QList<Option>{{u"--no-test"_s, {}, {}, u"store it unseen"_s}};
    const Option account = required({u"--account-name"_s, {}, u"ACCOUNT"_s, u"name of the storage account"_s});
    const QList<Option> named{nameOption(u"name of the container"_s), account};
    return {
        accountVerb(
            u"storage account add"_s,
            u"Add a storage account of Azure Blob to the profile, once it answered. blob://ACCOUNT/CONTAINER/PATH "
            "is a place then. Its key is kept in the keyring."_s,
            addAccount,
            {u"storage account add cells --account-key-stdin"_s, u"storage account add cells --sas-stdin"_s}, added),
        accountVerb(u"storage account update"_s,
                    u"Give an account another key or signature, once it answered with it."_s,
                    about<ResourceKind::StorageAccount, updateAccount>,
                    {u"storage account update cells --account-key-stdin"_s}, credential),
        {u"storage account list"_s,
         u"List the storage accounts of the profile."_s,
         listAccounts,
         {u"storage account list -o table"_s}},
        accountVerb(u"storage account show"_s, u"Show a storage account; its key is never shown."_s,
                    show<ResourceKind::StorageAccount, accountColumns>, {u"storage account show cells"_s}),
        accountVerb(u"storage account remove"_s, u"Forget a storage account and its key; its containers stay."_s,
                    remove<ResourceKind::StorageAccount>, {u"storage account remove cells -y"_s}, {yesOption}),
        {u"storage container create"_s,
         u"Make a container in a storage account."_s,
         createContainer,
         {u"storage container create -n plates --account-name cells"_s},
         named},
        {u"storage container list"_s,
         u"List the containers of a storage account."_s,
         listContainers,
         {u"storage container list --account-name cells -o table"_s},
         {account}},
        {u"storage container delete"_s,
         u"Delete a container with all of its blobs."_s,
         deleteContainer,
         {u"storage container delete -n plates --account-name cells -y"_s},
         named + QList<Option>{yesOption}},
        {u"storage link"_s,
         u"Make a link to a blob: whoever has it may read the blob, until it expires. The account's key signs it.\n"_s
             + placeGrammar(),
         linkBlob,
         {u"storage link blob://cells/plates/one.tif --minutes 120"_s},
         {{u"--minutes"_s, {}, u"N"_s, u"how long it lasts"_s, u"60"_s}},
         u"BLOB"_s},
    };
}

} // namespace ctl
