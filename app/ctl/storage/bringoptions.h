// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/session.h"
#include "engine/api/storage/transfers.h"

namespace ctl {

/// Of what begins a transfer: --conflicts, --checksum…
[[nodiscard]] QList<Option> bringOptions();
/// \a request with what they say. InvalidArgument names what makes no sense.
[[nodiscard]] engine::Result<engine::TransferRequest> wantedTransfer(const Session &session,
                                                                     engine::TransferRequest request);

/// --dry-run: what \a wanted would do, as the engine tells it once it is known; nothing is begun.
[[nodiscard]] engine::Result<QJsonObject> foretell(Session &session, const engine::TransferRequest &wanted);
extern const QList<Column> previewColumns;
/// 0, or why what was foretold would not do.
[[nodiscard]] engine::Result<int> outcomeOf(const QJsonObject &preview);

} // namespace ctl
