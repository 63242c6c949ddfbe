// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"
#include "engine/batchai/json/jsonpath.h"

#include <QJsonObject>

namespace engine {

/// Result of applying "PATH=VALUE" texts to the properties of a document.
struct OverrideOutcome
{
    QJsonObject properties;
    QList<JsonPath> changed; ///< relative to properties
    QList<Fault> faults; ///< faults of the texts; target "--set"
};

/// Applies \a overrides in order; an invalid one changes nothing. Pure.
[[nodiscard]] OverrideOutcome applyOverrides(const QJsonObject &properties, const QStringList &overrides);

} // namespace engine
