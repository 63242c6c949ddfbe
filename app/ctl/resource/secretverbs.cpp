// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/session.h"
#include "app/ctl/resource/secretinput.h"
#include "app/ctl/verbs.h"
#include "engine/protocol/secrets.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

const QList<Column> secretColumns{{u"Name"_s, "name"}, {u"Place"_s, "place"}};

Result<int> setSecret(Session &session)
{
    const auto value = readSecret(session, session.line().operand + u':');
    if (!value)
        return value.error();
    const auto kept = session.change(method::setSecret, {session.line().operand, {*value}});
    if (!kept)
        return kept.error();
    if (kept->place == u"memory"_s) {
        const QString reason = kept->reason.value_or(Message()).englishText();
        session.note(QString(reason + u" The secret is kept in memory until the engine ends."_s).trimmed());
    }
    return 0;
}

Result<int> listSecrets(Session &session)
{
    return session.printed(session.read(inJson(method::listSecrets)), secretColumns);
}

Result<int> removeSecret(Session &session)
{
    const QString name = session.line().operand;
    if (const int refused = session.confirm(u"Remove the secret %1"_s.arg(name)))
        return refused;
    return outcome(session.change(method::removeSecret, {name}));
}

} // namespace

QList<Verb> secretVerbs()
{
    return {
        {u"secret set"_s,
         u"Keep a secret in the keyring, or in memory without one. Its value comes from standard input."_s,
         setSecret,
         {u"secret set password:anna@node1:22"_s, u"secret set passphrase:/home/anna/.ssh/id_ed25519"_s},
         {},
         u"NAME"_s},
        {u"secret list"_s, u"List the names of secrets and where they are kept."_s, listSecrets, {u"secret list"_s}},
        {u"secret remove"_s, u"Remove a secret."_s, removeSecret, {u"secret remove NAME -y"_s}, {yesOption}, u"NAME"_s},
    };
}

} // namespace ctl
