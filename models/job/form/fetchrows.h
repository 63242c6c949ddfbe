// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonArray>
#include <QStringList>

/// What is brought once a job is over, x-batchdeck.fetch, as rows to be edited. Pure.
namespace models {

inline const QStringList fetchRowKeys{QStringLiteral("files"), QStringLiteral("outputDirectoryId"),
                                      QStringLiteral("to"), QStringLiteral("when")};

[[nodiscard]] QList<QStringList> fetchRows(const QJsonArray &rules); ///< patterns with commas between them
/// The other way; what cannot be right stays as it was typed.
[[nodiscard]] QJsonArray fetchRules(const QList<QStringList> &rows);

} // namespace models
