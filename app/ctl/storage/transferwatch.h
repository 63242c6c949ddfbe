// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/session.h"

namespace ctl {

extern const QList<Column> transferColumns;

/// Tells on stderr, where that is a terminal, how far a transfer is, until it has ended; answers it as it is then.
[[nodiscard]] engine::Result<QJsonObject> awaitTransfer(Session &session, const QString &id);

/// The files of an ended transfer that did not arrive, to stderr; 0 when there are none, and it was not canceled, else
/// why it failed.
[[nodiscard]] engine::Result<int> noteFailures(const Session &session, const QJsonObject &transfer);

/// Tells on stderr, where that is a terminal, how far a transfer is, until it has ended, and prints it then; 0 when
/// everything arrived. Ending batchctl does not end it.
[[nodiscard]] engine::Result<int> watchTransfer(Session &session, const QString &id);

/// Of several errors the first is kept in \a trouble, to be the command's own; the others are told on stderr at once.
void noteCause(const Session &session, std::optional<engine::Error> &trouble, const engine::Error &error);

/// Prints transfers that have ended, one as it is and several as a list, and tells on stderr what noteFailures() does,
/// and of several their sum; \a trouble with others when there was some, else 0 when everything arrived.
[[nodiscard]] engine::Result<int> tellEnded(const Session &session, const QJsonArray &transfers,
                                            const std::optional<engine::Error> &trouble = {});

} // namespace ctl
