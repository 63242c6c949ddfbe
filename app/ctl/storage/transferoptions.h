// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/session.h"
#include "engine/api/storage/transfers.h"

namespace ctl {

/// Options of verbs that start transfers: --conflicts, --checksum…
[[nodiscard]] QList<Option> transferOptions();
/// \a request with the options applied. InvalidArgument names an invalid option.
[[nodiscard]] engine::Result<engine::TransferRequest> withTransferOptions(const Session &session,
                                                                          engine::TransferRequest request);

/// --dry-run: the engine's preview of \a wanted; starts nothing.
[[nodiscard]] engine::Result<QJsonObject> fetchPreview(Session &session, const engine::TransferRequest &wanted);
extern const QList<Column> previewColumns;
/// 0, or why the previewed transfer would fail.
[[nodiscard]] engine::Result<int> outcomeOf(const QJsonObject &preview);

} // namespace ctl
