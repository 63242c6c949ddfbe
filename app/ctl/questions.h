// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resourceid.h"
#include "engine/api/result.h"

#include <QJsonValue>

#include <functional>

namespace ctl {

class Session;

/// \a connect is a call that connects the machine \a id: its steps go to stderr. What the machine wants to know is
/// asked on a terminal, each question at most three times; elsewhere the error says how to answer it beforehand.
[[nodiscard]] engine::Result<QJsonValue>
connectAsking(Session &session, const engine::ResourceId &id,
              const std::function<engine::Result<QJsonValue>(const QList<engine::Answer> &answers)> &connect);

} // namespace ctl
