// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"

#include <QHash>
#include <QJsonArray>

namespace ctl {

/// A column of a table: its title, and how a document fills it: by the value at a path ("properties.vmSize"; of a
/// Message its sentence), or by what a function makes of it.
struct Column
{
    using Cell = QString (*)(const QJsonObject &document);

    Column(const QString &name, const char *at) : title(name), path(at) { }
    Column(const QString &name, Cell make) : title(name), cell(make) { }

    QString title;
    const char *path = nullptr;
    Cell cell = nullptr;
};

// Cells that many tables have.
[[nodiscard]] QString groupCell(const QJsonObject &document); ///< of the document's id
[[nodiscard]] QString workspaceCell(const QJsonObject &document);

/// What `-o json` prints for one thing or a list; it ends with a line feed. Pure.
[[nodiscard]] QString asJson(const QJsonValue &value);

/// What `-o json`, `table` and `tsv` print for a list, which may come in pieces. The first piece sets how wide the
/// columns of a table are.
class ListOutput final
{
public:
    ListOutput(Format format, QList<Column> columns) : m_format(format), m_columns(std::move(columns)) { }

    [[nodiscard]] QString add(const QJsonArray &rows); ///< what is to be printed next
    [[nodiscard]] QString end() const; ///< and at last

private:
    [[nodiscard]] QString jsonOf(const QJsonArray &rows) const;
    [[nodiscard]] QString linesOf(const QJsonArray &rows);

    Format m_format;
    QList<Column> m_columns;
    QList<qsizetype> m_widths;
    bool m_isBegun = false;
};

/// A value of a document as a cell: numbers plain, nothing for null, control characters made harmless.
[[nodiscard]] QString cellText(const QJsonValue &value);
[[nodiscard]] QString sizeText(qint64 bytes); ///< "1.2 MB"
/// A sentence for a terminal: as cellText(), but line feeds stay.
[[nodiscard]] QString safeText(const QString &text);

/// batchctl's exit code for an error (1, 3 … 7).
[[nodiscard]] int exitCode(const engine::Error &error);
/// The documents that a command was given: their files, by the word that stands before the places in one ("cluster");
/// without a word it is the command's own. By the path of a value that an option set: the option.
using DocumentNames = QHash<QString, QString>;

/// What goes to stderr: the sentence and every fault as FILE:LINE:COLUMN: TARGET: SENTENCE, FILE being the document
/// that has it, and left out where none does; with Format::Json also the JSON of the contract as its last line.
[[nodiscard]] QString errorText(const engine::Error &error, Format format, const DocumentNames &files);
[[nodiscard]] QString faultLines(const QList<engine::Fault> &faults, const DocumentNames &files);

} // namespace ctl
