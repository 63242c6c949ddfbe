// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"

#include <QJsonObject>

#include <optional>

namespace ctl {

/// Value of \a option, a number of nodes; nothing without it. InvalidArgument.
[[nodiscard]] engine::Result<std::optional<int>> nodeCount(const CommandLine &line, const QString &option);

/// imageReference for --image (an alias or publisher:offer:sku:version) and --custom-image (an id). Pure.
[[nodiscard]] engine::Result<QJsonObject> imageReference(const QString &image, const QString &customImage);

/// The options of "cluster create" that describe nodes, as PATH=VALUE for the document.
[[nodiscard]] engine::Result<QStringList> clusterOverrides(const CommandLine &line);

} // namespace ctl
