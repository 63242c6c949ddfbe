// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/resource/secretinput.h"

#include "app/ctl/session.h"

#include <QFile>
#include <QStringDecoder>

#include <unistd.h>

using namespace engine;

namespace ctl {

Result<QString> readSecret(const Session &session, const QString &prompt)
{
    constexpr qint64 longest = 64 * 1024; // bytes
    if (isatty(STDIN_FILENO))
        return session.ask(prompt, true).value_or(QString());
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

} // namespace ctl
