// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QJsonArray>
#include <QJsonObject>

namespace engine {

/// What to download to this computer when a job has ended: one entry of x-batchdeck.fetch. Value; any thread.
struct FetchRule
{
    QString directory; ///< id of an output directory; empty for all, standard output included
    /// Patterns as of find(1). A pattern without a slash matches names at any depth; one with a slash matches paths
    /// below the directory. A folder that matches is downloaded whole. An empty list means everything.
    QStringList files;
    QString to; ///< "~/results/<job>": <job>, <experiment> and <workspace> are placeholders of names
    bool isAlways = false; ///< false: only when the job has succeeded

    bool operator==(const FetchRule &) const = default;

    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static FetchRule fromJson(const QJsonObject &json);
    [[nodiscard]] QString key() const; ///< equal for equal rules, also after a restart
};

[[nodiscard]] QList<FetchRule> fetchRulesOf(const QJsonObject &jobDocument);
[[nodiscard]] QJsonArray toJson(const QList<FetchRule> &rules);

/// The placeholders in \a to that are not known.
[[nodiscard]] QStringList unknownPlaceholders(const QString &to);
/// \a to with placeholders replaced by names and "~" by \a home.
[[nodiscard]] QString fetchFolder(const QString &to, const ResourceId &job, const QString &home);

} // namespace engine
