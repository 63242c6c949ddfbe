// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/method.h"

namespace engine {

struct CheckDocument
{
    QString kind; ///< a word, as for resource.list, or "job"
    LongText text;
    LongTexts overrides;

    static void describe(auto &self, auto &fields)
    {
        fields("kind", self.kind)("text", self.text)("overrides", self.overrides);
    }
};

struct CheckedDocument
{
    QJsonObject document;
    QList<Fault> faults;
    QList<Fault> warnings;

    static void describe(auto &self, auto &fields)
    {
        fields("document", self.document)("faults", self.faults)("warnings", self.warnings);
    }
};

struct ExportDocuments
{
    QStringList ids;

    static void describe(auto &self, auto &fields) { fields("ids", self.ids); }
};

struct ExportedDocuments
{
    QJsonArray resources;

    static void describe(auto &self, auto &fields) { fields("resources", self.resources); }
};

struct ImportDocuments
{
    LongText text;
    std::optional<QString> target; ///< id of a group or workspace that replaces those of the documents

    static void describe(auto &self, auto &fields) { fields("text", self.text)("target", self.target); }
};

/// Ids.
struct ImportedIds
{
    QStringList created;
    QStringList existing;

    static void describe(auto &self, auto &fields) { fields("created", self.created)("existing", self.existing); }
};

namespace method {

inline constexpr Method<CheckDocument, CheckedDocument> checkDocument{"document.check"};
inline constexpr Method<ExportDocuments, ExportedDocuments> exportDocuments{"document.export"};
inline constexpr Method<ImportDocuments, ImportedIds> importDocuments{"document.import"};

} // namespace method

} // namespace engine
