// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonArray>
#include <QStringList>

/// The rules of x-batchdeck.fetch as rows of an editor. Pure.
namespace models {

inline const QStringList fetchRowKeys{QStringLiteral("files"), QStringLiteral("outputDirectoryId"),
                                      QStringLiteral("to"), QStringLiteral("when")};

[[nodiscard]] QList<QStringList> fetchRows(const QJsonArray &rules); ///< patterns are joined by commas
/// Converts rows to rules; invalid input stays as typed.
[[nodiscard]] QJsonArray fetchRules(const QList<QStringList> &rows);

} // namespace models
