// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/session.h"
#include "app/ctl/verbs.h"

#include <QStringDecoder>

#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

constexpr qsizetype longest = 64 * 1024; // bytes
constexpr char interrupt = '\x03'; // Ctrl+C

const QList<Column> &columns()
{
    static const QList<Column> list{
        {u"Name"_s, [](const QJsonObject &secret) { return cellText(secret.value(u"name"_s)); }},
        {u"Place"_s, [](const QJsonObject &secret) { return cellText(secret.value(u"place"_s)); }}};
    return list;
}

// Up to the end of the line of a terminal, or to the end of a pipe; one byte more than the longest tells of too much.
QByteArray readInput(bool isLine)
{
    QByteArray text;
    std::array<char, 4096> piece;
    while (text.size() <= longest) {
        const ssize_t got = read(STDIN_FILENO, piece.data(), piece.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        text.append(piece.data(), got);
        if (isLine && (text.endsWith('\n') || text.endsWith(interrupt)))
            break;
    }
    explicit_bzero(piece.data(), piece.size());
    return text;
}

// Nothing when Ctrl+C ended it: as a byte, not a signal, so that no way out leaves the terminal without its echo.
std::optional<QByteArray> readUnseen(const QString &name)
{
    termios usual{};
    if (tcgetattr(STDIN_FILENO, &usual) != 0)
        return readInput(true);
    termios unseen = usual;
    unseen.c_lflag &= ~tcflag_t(ECHO | ISIG);
    unseen.c_cc[VEOL] = cc_t(interrupt);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &unseen);
    (void)writeAll(STDERR_FILENO, QString(cellText(name) + u": "_s).toUtf8());
    QByteArray text = readInput(true);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual);
    (void)writeAll(STDERR_FILENO, "\n");
    if (text.endsWith(interrupt))
        return {};
    return text;
}

Result<int> setSecret(Session &session)
{
    const QString name = session.line().operand;
    const auto input = isatty(STDIN_FILENO) ? readUnseen(name) : readInput(false);
    if (!input)
        return session.refuseUsage(u"Nothing was done."_s);
    // The line feed that ends a line is not part of what was typed, or said by echo.
    const QByteArrayView text = input->endsWith('\n') ? QByteArrayView(*input).chopped(1) : QByteArrayView(*input);
    if (text.size() > longest)
        return Error{ErrorCode::InvalidArgument, Message("The secret is larger than 64 KiB."), {}, {}, {}};
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString value = decoder.decode(text);
    if (decoder.hasError())
        return Error{ErrorCode::InvalidArgument, Message("The secret is not UTF-8."), {}, {}, {}};
    const auto kept = session.change(u"secret.set"_s, {{u"name"_s, name}, {u"value"_s, value}});
    if (!kept)
        return kept.error();
    const QJsonObject answer = kept->toObject();
    if (answer.value(u"place"_s) == u"memory"_s) {
        const QString reason = Message::fromJson(answer.value(u"reason"_s).toObject()).englishText();
        session.note(QString(reason + u" The secret is kept in memory until the engine ends."_s).trimmed());
    }
    return 0;
}

Result<int> listSecrets(Session &session)
{
    const auto secrets = session.read(u"secret.list"_s, {});
    if (!secrets)
        return secrets.error();
    session.print(secrets->toArray(), columns());
    return 0;
}

Result<int> removeSecret(Session &session)
{
    const QString name = session.line().operand;
    if (const int refused = session.confirm(u"Remove the secret %1"_s.arg(name)))
        return refused;
    const auto removed = session.change(u"secret.remove"_s, {{u"name"_s, name}});
    return removed ? Result<int>(0) : Result<int>(removed.error());
}

} // namespace

QList<Verb> secretVerbs()
{
    return {
        {u"secret set"_s,
         u"Keep a secret in the keyring, or in memory without one. Its value comes from standard input."_s,
         u"NAME"_s,
         {},
         {u"secret set password:anna@node1:22"_s, u"secret set passphrase:/home/anna/.ssh/id_ed25519"_s},
         setSecret},
        {u"secret list"_s,
         u"List the names of secrets and where they are kept."_s,
         {},
         {},
         {u"secret list"_s},
         listSecrets},
        {u"secret remove"_s,
         u"Remove a secret."_s,
         u"NAME"_s,
         {yesOption()},
         {u"secret remove NAME -y"_s},
         removeSecret},
    };
}

} // namespace ctl
