// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/resource/resourceid.h"

#include <functional>

namespace ctl {

class Session;

/// A call of machine.add or machine.connect with these answers; \a hear gets its progress.
using Connect = std::function<engine::Result<QJsonObject>(const QList<engine::Answer> &answers,
                                                          const std::function<void(const QJsonObject &)> &hear)>;

/// \a connect connects the machine \a id: its steps go to stderr. What the machine wants to know is asked on a
/// terminal, each question at most three times; elsewhere the error says how to answer it beforehand.
[[nodiscard]] engine::Result<QJsonObject> connectAsking(Session &session, const engine::ResourceId &id,
                                                        const Connect &connect);

} // namespace ctl
