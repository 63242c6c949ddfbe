// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonValue>
#include <QStringList>

namespace ctl {

/// PATH=VALUE, as --set has it, that sets \a path to \a value, whatever a text looks like.
[[nodiscard]] QString overrideText(const QString &path, const QJsonValue &value);

/// PATH=VALUE texts that make \a after of \a before: what is changed or added, each as deep down as it can be said.
/// Pure; nothing may have been taken away, and keys have no dots.
[[nodiscard]] QStringList overridesBetween(const QJsonValue &before, const QJsonValue &after, const QString &path = {});

} // namespace ctl
