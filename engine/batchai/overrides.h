// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"
#include "engine/batchai/json/jsonpath.h"

#include <QJsonObject>

namespace engine {

/// What "PATH=VALUE" texts made of the properties of a document.
struct OverrideOutcome
{
    QJsonObject properties;
    QList<JsonPath> changed; ///< below properties
    QList<Fault> faults; ///< of the texts themselves; target "--set"
};

/// Applies \a overrides in order; a faulty one changes nothing. Pure.
[[nodiscard]] OverrideOutcome applyOverrides(const QJsonObject &properties, const QStringList &overrides);

} // namespace engine
