// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/resource/resourceid.h"

#include <functional>

namespace ctl {

class Session;

/// Calls machine.add or machine.connect with the answers; \a hear receives the progress.
using Connect = std::function<engine::Result<QJsonObject>(const QList<engine::Answer> &answers,
                                                          const std::function<void(const QJsonObject &)> &hear)>;

/// Connects the machine \a id by \a connect, with its steps on stderr. Questions are asked on a terminal, each at most
/// three times; without a terminal the error says how to answer in advance.
[[nodiscard]] engine::Result<QJsonObject> connectAsking(Session &session, const engine::ResourceId &id,
                                                        const Connect &connect);

} // namespace ctl
