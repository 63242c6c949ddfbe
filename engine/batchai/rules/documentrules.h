// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/batchai/faultnotes.h"

#include <QJsonArray>
#include <QJsonObject>

namespace engine {

/// What the schema cannot say, by subject: "one of", "only with", "not together", limits that depend on each other,
/// forms of texts. Each notes every fault of its part with place and remedy; values of a wrong type are passed over,
/// for the schema's walk has told them. Pure.
void checkJobRules(const QJsonObject &job, const JsonPath &path, FaultNotes &notes);
void checkToolkitRules(const QJsonObject &job, const JsonPath &path, FaultNotes &notes);
void checkClusterRules(const QJsonObject &cluster, const JsonPath &path, FaultNotes &notes);
void checkFileServerRules(const QJsonObject &fileServer, const JsonPath &path, FaultNotes &notes);
/// x-batchdeck.files, the files that a job brings along.
void checkFileRules(const QJsonObject &job, const JsonPath &path, FaultNotes &notes);
/// x-batchdeck.fetch, what is brought to this computer once the job is over.
void checkFetchRules(const QJsonObject &job, const JsonPath &path, FaultNotes &notes);
void checkVolumeRules(const QJsonObject &mountVolumes, const JsonPath &path, FaultNotes &notes);
/// Names of environmentVariables and secrets of \a owner, and where the secrets' values come from.
void checkEnvironmentRules(const QJsonObject &owner, const JsonPath &path, FaultNotes &notes);

/// Whether \a text, the value at \a path, is the full id of a resource of \a type ("Microsoft.KeyVault/vaults"), in the
/// case of our own types with names that obey their rules. Ids of older interfaces, which have no workspace, warn.
void checkIdText(const QString &text, const QString &type, const JsonPath &path, FaultNotes &notes);

/// \a object has a secret either as \a key or as \a referenceKey.
/// \a MayBeKept: or it names one that the user has kept, x-batchdeck.secretName "secret:…".
enum class SecretNeed { Required, MayBeKept, FromElsewhere };
void checkEitherSecret(const QJsonObject &object, const QString &key, const QString &referenceKey, SecretNeed need,
                       const JsonPath &path, FaultNotes &notes);

} // namespace engine
