// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QJsonArray>
#include <QJsonObject>

namespace engine {

/// What is brought to this computer once a job is over: an entry of x-batchdeck.fetch. Value; any thread.
struct FetchRule
{
    QString directory; ///< id of an output directory; empty: all, and standard output's
    /// Patterns as find(1) reads them. One without a slash is for names at any depth; one with is for paths below the
    /// directory. A folder that matches comes whole. None: everything.
    QStringList files;
    QString to; ///< "~/results/<job>": <job>, <experiment> and <workspace> stand for names
    bool isAlways = false; ///< else only when the job has succeeded

    bool operator==(const FetchRule &) const = default;

    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static FetchRule fromJson(const QJsonObject &json);
    [[nodiscard]] QString key() const; ///< the same for equal rules, over restarts
};

[[nodiscard]] QList<FetchRule> fetchRulesOf(const QJsonObject &jobDocument);
[[nodiscard]] QJsonArray toJson(const QList<FetchRule> &rules);

/// The placeholders that \a to has and that stand for nothing.
[[nodiscard]] QStringList unknownPlaceholders(const QString &to);
/// With names in place of placeholders, and \a home of "~".
[[nodiscard]] QString fetchFolder(const QString &to, const ResourceId &job, const QString &home);

} // namespace engine
