// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/session.h"

namespace ctl {

extern const QList<Column> transferColumns;

/// Waits for the end of a transfer, with progress on stderr if that is a terminal; returns its final state.
[[nodiscard]] engine::Result<QJsonObject> awaitTransfer(Session &session, const QString &id);

/// Prints the files of an ended transfer that did not arrive to stderr. 0 when there are none and it was not canceled;
/// else its error.
[[nodiscard]] engine::Result<int> noteFailures(const Session &session, const QJsonObject &transfer);

/// Waits for the end of a transfer, with progress on stderr if that is a terminal, and prints it; 0 when everything
/// arrived. The transfer continues if batchctl ends.
[[nodiscard]] engine::Result<int> watchTransfer(Session &session, const QString &id);

/// Keeps the first of several errors in \a trouble as the command's error; prints the others to stderr.
void noteCause(const Session &session, std::optional<engine::Error> &trouble, const engine::Error &error);

/// Prints ended transfers, one as a document and several as a list, with noteFailures() and, for several, their sum on
/// stderr. \a trouble: errors of other transfers; else 0 when everything arrived.
[[nodiscard]] engine::Result<int> printEnded(const Session &session, const QJsonArray &transfers,
                                             const std::optional<engine::Error> &trouble = {});

} // namespace ctl
