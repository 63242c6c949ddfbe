// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/protocol/secrets.h"

#include <QFile>
#include <QStringDecoder>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

constexpr qint64 longest = 64 * 1024; // bytes

const QList<Column> secretColumns{{u"Name"_s, "name"}, {u"Place"_s, "place"}};

// Read from the terminal without echo, else from stdin without its last line feed, which echo adds.
Result<QString> readValue(const Session &session)
{
    if (isatty(STDIN_FILENO))
        return session.ask(QString(session.line().operand + u':'), true).value_or(QString());
    QFile input;
    QByteArray text;
    bool isMore = input.open(STDIN_FILENO, QIODevice::ReadOnly);
    while (isMore && text.size() < longest + 2) {
        const QByteArray piece = input.read(longest + 2 - text.size()); // a pipe returns what is available
        isMore = !piece.isEmpty();
        text += piece;
    }
    if (text.endsWith('\n'))
        text.chop(1);
    if (text.size() > longest)
        return Error{ErrorCode::InvalidArgument, Message("The secret is larger than 64 KiB.")};
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString value = decoder.decode(text);
    if (decoder.hasError())
        return Error{ErrorCode::InvalidArgument, Message("The secret is not UTF-8.")};
    return value;
}

Result<int> setSecret(Session &session)
{
    const auto value = readValue(session);
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
