// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/batchai/faultnotes.h"

#include <QJsonObject>
#include <QSet>

namespace engine {

// Variables in texts of documents: $NAME and their values on a node. Pure; any thread.

/// Variables that login, shell or container runtime always define.
[[nodiscard]] const QSet<QString> &definedEverywhere();

/// Words of the warning "UndefinedVariable".
[[nodiscard]] Message undefinedVariableWords(const QString &name);

/// Warns of each undefined variable in the texts of a cluster's \a setup.
void checkSetupVariables(const QJsonObject &setup, const JsonPath &path, FaultNotes &notes);

} // namespace engine
