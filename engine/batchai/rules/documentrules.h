// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/batchai/faultnotes.h"

#include <QJsonArray>
#include <QJsonObject>

namespace engine {

/// Rules beyond the schema, by subject: "one of", "only with", "not together", dependent limits, formats of texts. Each
/// function notes all faults of its part with place and remedy. Values of a wrong type are skipped: the check of the
/// schema reports them. Pure.
void checkJobRules(const QJsonObject &job, const JsonPath &path, FaultNotes &notes);
void checkToolkitRules(const QJsonObject &job, const JsonPath &path, FaultNotes &notes);
void checkClusterRules(const QJsonObject &cluster, const JsonPath &path, FaultNotes &notes);
void checkFileServerRules(const QJsonObject &fileServer, const JsonPath &path, FaultNotes &notes);
/// x-batchdeck.files: files that are part of a job.
void checkFileRules(const QJsonObject &job, const JsonPath &path, FaultNotes &notes);
/// x-batchdeck.fetch: downloads after the end of a job.
void checkFetchRules(const QJsonObject &job, const JsonPath &path, FaultNotes &notes);
void checkVolumeRules(const QJsonObject &mountVolumes, const JsonPath &path, FaultNotes &notes);
/// Names of environmentVariables and secrets of \a owner, and the sources of the secrets' values.
void checkEnvironmentRules(const QJsonObject &owner, const JsonPath &path, FaultNotes &notes);

/// Checks that \a text, the value at \a path, is the full id of a resource of \a type ("Microsoft.KeyVault/vaults");
/// for Batchdeck's own types also the rules of names. Ids of older interfaces, without a workspace, give a warning.
void checkIdText(const QString &text, const QString &type, const JsonPath &path, FaultNotes &notes);

/// How a secret of \a object may be given. Required: as \a key or \a referenceKey. MayBeKept: also by the name of a
/// kept secret, x-batchdeck.secretName "secret:…".
enum class SecretNeed { Required, MayBeKept, FromElsewhere };
void checkEitherSecret(const QJsonObject &object, const QString &key, const QString &referenceKey, SecretNeed need,
                       const JsonPath &path, FaultNotes &notes);

} // namespace engine
