// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "engine/api/document/secretplaces.h"

namespace models {

/// Secrets that a new document of \a kind needs: named ones, and those with neither value nor reference. Secrets
/// without a name must be sent with the document. Pure, as all functions below.
[[nodiscard]] QList<engine::DocumentSecret> wantedSecrets(engine::ResourceKind kind, const QJsonObject &document);

/// Secrets of a job or of a cluster's setup task in the engine.
[[nodiscard]] QList<engine::DocumentSecret> secretsOf(engine::ResourceKind kind, const QJsonObject &resource);

/// \a secrets without those in \a known, and each name once.
[[nodiscard]] QList<engine::DocumentSecret> without(const QList<engine::DocumentSecret> &secrets,
                                                    const QStringList &known);

/// \a document for a plan or a check: with placeholder values for secrets that the user will be asked for at
/// submission.
[[nodiscard]] QJsonObject withStandIns(engine::ResourceKind kind, const QJsonObject &document);

/// \a faults without those of secrets that the user will be asked for at submission.
[[nodiscard]] QList<engine::Fault> withoutWanted(engine::ResourceKind kind, QList<engine::Fault> faults,
                                                 const QJsonObject &document);

/// "TOKEN", or a description for secrets without a variable.
[[nodiscard]] QString secretWords(const engine::DocumentSecret &secret);

} // namespace models
