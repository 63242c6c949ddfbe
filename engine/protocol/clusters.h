// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/newresource.h"

namespace engine {

struct ResizeCluster
{
    QString id;
    int target = -1; ///< number of nodes

    static void describe(auto &self, auto &fields) { fields("id", self.id)("target", self.target); }
};

struct ListSetupFiles
{
    QString id;
    QString path; ///< in the setup task's output directory

    static void describe(auto &self, auto &fields) { fields("id", self.id)("path", self.path); }
};

namespace method {

inline constexpr Method<ResizeCluster, QJsonObject> resizeCluster{"cluster.resize"};
inline constexpr Method<ListSetupFiles, QJsonArray> listSetupFiles{"cluster.files"};

} // namespace method

} // namespace engine
