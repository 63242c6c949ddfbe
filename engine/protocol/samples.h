// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/method.h"

namespace engine {

struct UseThisComputer
{
    bool runSample = false;

    static void describe(auto &self, auto &fields) { fields("runSample", self.runSample); }
};

/// A sample job, which is part of the program.
struct SampleSummary
{
    QString name;
    QString title;
    QString description;
    QString toolkit; ///< the property of its toolkit: "pyTorchSettings"
    int nodes = 1; ///< nodes that it uses if the cluster has as many

    static void describe(auto &self, auto &fields)
    {
        fields("name", self.name);
        fields("title", self.title);
        fields("description", self.description);
        fields("toolkit", self.toolkit);
        fields("nodes", self.nodes);
    }
};

struct FetchSample
{
    std::optional<QString> sample; ///< name; absent for the first
    std::optional<QString> cluster; ///< id of the cluster that will run it

    static void describe(auto &self, auto &fields) { fields("sample", self.sample)("cluster", self.cluster); }
};

/// A sample job as a document to submit.
struct SampleJob
{
    QString name; ///< unused name in default/default/samples
    LongText text;

    static void describe(auto &self, auto &fields) { fields("name", self.name)("text", self.text); }
};

namespace method {

inline constexpr Method<UseThisComputer, QJsonObject> useThisComputer{"console.useThisComputer"};
inline constexpr Method<Nothing, QList<SampleSummary>> listSamples{"console.samples"};
inline constexpr Method<FetchSample, SampleJob> fetchSample{"console.sample"};

} // namespace method

} // namespace engine
