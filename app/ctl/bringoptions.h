// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/session.h"
#include "engine/api/transfers.h"

namespace ctl {

/// Of what begins a transfer: --conflicts, --checksum…
[[nodiscard]] QList<Option> bringOptions();
/// \a request with what they say, as transfer.start and transfer.preview take it. InvalidArgument names the option.
[[nodiscard]] engine::Result<QJsonObject> wantedTransfer(const Session &session,
                                                         const engine::TransferRequest &request);

/// --dry-run: what \a wanted would do, as transfer.preview tells it once it is known; nothing is begun.
[[nodiscard]] engine::Result<QJsonObject> foretell(Session &session, const QJsonObject &wanted);
[[nodiscard]] const QList<Column> &previewColumns();
/// 0, or why what was foretold would not do.
[[nodiscard]] engine::Result<int> outcomeOf(const QJsonObject &preview);

} // namespace ctl
