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

/// A job that comes with the program.
struct SampleSummary
{
    QString name;
    QString title;
    QString description;
    QString toolkit; ///< the property that names it: "pyTorchSettings"
    int nodes = 1; ///< it takes so many where there are that many

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
    std::optional<QString> sample; ///< name; absent: the first
    std::optional<QString> cluster; ///< id of the one that is to run it

    static void describe(auto &self, auto &fields) { fields("sample", self.sample)("cluster", self.cluster); }
};

/// One of them as text to submit.
struct SampleJob
{
    QString name; ///< free in default/default/samples
    LongText text;

    static void describe(auto &self, auto &fields) { fields("name", self.name)("text", self.text); }
};

namespace method {

inline constexpr Method<UseThisComputer, QJsonObject> useThisComputer{"console.useThisComputer"};
inline constexpr Method<Nothing, QList<SampleSummary>> listSamples{"console.samples"};
inline constexpr Method<FetchSample, SampleJob> fetchSample{"console.sample"};

} // namespace method

} // namespace engine
