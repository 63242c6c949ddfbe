// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "engine/api/document/secretplaces.h"

namespace models {

/// Those of a document of \a kind that is not submitted yet: what is named, and what has neither value nor reference.
/// One without a name has to come with the document. Pure, as all below.
[[nodiscard]] QList<engine::DocumentSecret> wantedSecrets(engine::ResourceKind kind, const QJsonObject &document);

/// Those of a job, or of a cluster's setup task, that the engine has.
[[nodiscard]] QList<engine::DocumentSecret> secretsOf(engine::ResourceKind kind, const QJsonObject &resource);

/// \a secrets without what is among \a known, and each name once.
[[nodiscard]] QList<engine::DocumentSecret> without(const QList<engine::DocumentSecret> &secrets,
                                                    const QStringList &known);

/// \a document to be planned and checked: something stands where a value is asked for at the submit.
[[nodiscard]] QJsonObject withStandIns(engine::ResourceKind kind, const QJsonObject &document);

/// \a faults without those that a value which is asked for at the submit will mend.
[[nodiscard]] QList<engine::Fault> withoutWanted(engine::ResourceKind kind, QList<engine::Fault> faults,
                                                 const QJsonObject &document);

/// "TOKEN", or what is asked for in words.
[[nodiscard]] QString secretWords(const engine::DocumentSecret &secret);

} // namespace models
