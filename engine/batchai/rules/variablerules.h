// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/batchai/faultnotes.h"

#include <QJsonObject>
#include <QSet>

namespace engine {

// Variables in texts of documents: what a node has in place of $NAME. Pure; any thread.

/// What login, shell or container runtime define wherever something may run.
[[nodiscard]] const QSet<QString> &definedEverywhere();

/// What a warning of code "UndefinedVariable" says.
[[nodiscard]] Message undefinedVariableWords(const QString &name);

/// Warns of each variable in the texts of a cluster's \a setup that nothing defines.
void checkSetupVariables(const QJsonObject &setup, const JsonPath &path, FaultNotes &notes);

} // namespace engine
