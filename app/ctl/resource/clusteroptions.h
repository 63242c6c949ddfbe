// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"

#include <QJsonObject>

#include <optional>

namespace ctl {

/// The number of nodes that \a option says; nothing without it. The error is InvalidArgument.
[[nodiscard]] engine::Result<std::optional<int>> nodeCount(const CommandLine &line, const QString &option);

/// imageReference for --image (an alias or publisher:offer:sku:version) and --custom-image (an id). Pure.
[[nodiscard]] engine::Result<QJsonObject> imageReference(const QString &image, const QString &customImage);

/// Where the options of "cluster create" that describe nodes go in its document, as PATH=VALUE.
[[nodiscard]] engine::Result<QStringList> clusterOverrides(const CommandLine &line);

} // namespace ctl
