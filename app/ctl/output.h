// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"

#include <QHash>
#include <QJsonArray>

namespace ctl {

/// A column of a table: its title and its cell, which is the value at a path of the document ("properties.vmSize"; the
/// sentence of a Message) or the result of a function.
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

/// Output of `-o json` for a value or a list, with a final line feed. Pure.
[[nodiscard]] QString asJson(const QJsonValue &value);

/// Output of `-o json`, `table` and `tsv` for a list, which may come in pieces. The first piece determines the widths
/// of columns.
class ListOutput final
{
public:
    ListOutput(Format format, QList<Column> columns) : m_format(format), m_columns(std::move(columns)) { }

    [[nodiscard]] QString add(const QJsonArray &rows); ///< text to print for \a rows
    [[nodiscard]] QString end() const; ///< text to print after the last rows

private:
    [[nodiscard]] QString jsonOf(const QJsonArray &rows) const;
    [[nodiscard]] QString linesOf(const QJsonArray &rows);

    Format m_format;
    QList<Column> m_columns;
    QList<qsizetype> m_widths;
    bool m_isBegun = false;
};

/// A value of a document as a cell: numbers plain, null empty, control characters replaced.
[[nodiscard]] QString cellText(const QJsonValue &value);
[[nodiscard]] QString sizeText(qint64 bytes); ///< "1.2 MB"
/// As cellText(), but line feeds stay.
[[nodiscard]] QString safeText(const QString &text);

/// batchctl's exit code for an error (1, 3 … 7).
[[nodiscard]] int exitCode(const engine::Error &error);
/// Names of the documents of a command. Key: the word before places of that document ("cluster"), empty for the
/// command's own; or the path of a value that an option set. Value: the file, or the option.
using DocumentNames = QHash<QString, QString>;

/// Text for stderr: the sentence, and every fault as FILE:LINE:COLUMN: TARGET: SENTENCE; without FILE if no document
/// has the fault. With Format::Json the last line is the documented JSON.
[[nodiscard]] QString errorText(const engine::Error &error, Format format, const DocumentNames &files);
[[nodiscard]] QString faultLines(const QList<engine::Fault> &faults, const DocumentNames &files);

} // namespace ctl
