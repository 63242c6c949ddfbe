// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QString>

namespace engine {

/// The word that a POSIX shell reads back as exactly \a text. \a text holds no NUL: no shell can carry one.
[[nodiscard]] QByteArray shellQuote(const QByteArray &text);

/// A double-quoted word in which a shell expands $NAME and ${NAME} and nothing else: no command, no ${NAME:-…}, no $1.
[[nodiscard]] QByteArray shellExpandable(const QString &text);

} // namespace engine
