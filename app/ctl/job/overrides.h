// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonValue>
#include <QStringList>

namespace ctl {

/// "PATH=VALUE" for --set that sets \a path to \a value, with any text quoted.
[[nodiscard]] QString overrideText(const QString &path, const QJsonValue &value);

/// "PATH=VALUE" texts that turn \a before into \a after, each for the deepest changed or added value. Pure; \a after
/// must lack nothing of \a before, and keys must have no dots.
[[nodiscard]] QStringList overridesBetween(const QJsonValue &before, const QJsonValue &after, const QString &path = {});

} // namespace ctl
