// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/session.h"
#include "app/ctl/verbs.h"

#include <QFile>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

constexpr qint64 longest = 4096;

// From the terminal unseen, else all of stdin but its last end of line.
Result<QString> secretValue(const Session &session)
{
    if (session.canAsk())
        return session.ask(u"%1:"_s.arg(session.line().operand), true).value_or(QString());
    QFile input;
    QByteArray text;
    if (input.open(STDIN_FILENO, QIODevice::ReadOnly))
        text = input.read(longest + 1);
    if (text.endsWith('\n'))
        text.chop(text.endsWith("\r\n") ? 2 : 1);
    if (text.size() > longest)
        return Error{ErrorCode::InvalidArgument, Message("A secret has at most 4096 bytes."), {}, {}, {}};
    return QString::fromUtf8(text);
}

Result<int> setSecret(Session &session)
{
    const auto value = secretValue(session);
    if (!value)
        return value.error();
    const auto kept = session.change(u"secret.set"_s, {{u"name"_s, session.line().operand}, {u"value"_s, *value}});
    if (!kept)
        return kept.error();
    const QJsonObject answer = kept->toObject();
    if (answer.contains(u"reason"_s))
        session.note(Message::fromJson(answer.value(u"reason"_s).toObject()).englishText());
    return 0;
}

Result<int> removeSecret(Session &session)
{
    if (const int refused = session.confirm(u"Forget the secret %1"_s.arg(session.line().operand)))
        return refused;
    const auto removed = session.change(u"secret.remove"_s, {{u"name"_s, session.line().operand}});
    return removed ? Result<int>(0) : Result<int>(removed.error());
}

Result<int> listSecrets(Session &session)
{
    const auto names = session.read(u"secret.list"_s, {});
    if (!names)
        return names.error();
    if (session.format() == Format::Json) {
        session.print(asJson(*names));
        return 0;
    }
    for (const QJsonValue &name : names->toArray())
        session.print(QString(cellText(name) + u'\n'));
    return 0;
}

} // namespace

QList<Verb> secretVerbs()
{
    return {
        {u"secret set"_s,
         u"Keep a password or passphrase, read from standard input, in the keyring."_s,
         u"NAME"_s,
         {},
         {u"secret set password:anna@a05:22"_s, u"secret set passphrase:/home/anna/.ssh/id_ed25519"_s},
         setSecret},
        {u"secret list"_s, u"List the names of the secrets that are kept."_s, {}, {}, {u"secret list"_s}, listSecrets},
        {u"secret remove"_s,
         u"Forget a secret."_s,
         u"NAME"_s,
         {yesOption()},
         {u"secret remove password:anna@a05:22 -y"_s},
         removeSecret},
    };
}

} // namespace ctl
