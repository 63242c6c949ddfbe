// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/output.h"

#include "engine/api/resource/resourceid.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

using namespace Qt::StringLiterals;
using engine::Error;
using engine::ErrorCode;
using engine::Fault;
using engine::ResourceId;

namespace ctl {

namespace {

constexpr QChar replacement(u'\ufffd');

QString withoutControls(QString text, bool keepLines)
{
    for (QChar &c : text) {
        if ((c.category() == QChar::Other_Control || c.category() == QChar::Other_Format) && !(keepLines && c == u'\n'))
            c = c.isSpace() ? QChar(u' ') : replacement;
    }
    return text;
}

QString cellAt(const QJsonObject &row, const char *path)
{
    QJsonValue value(row);
    for (const QString &key : QString::fromLatin1(path).split(u'.'))
        value = value[key];
    return value.isObject() ? engine::Message::fromJson(value.toObject()).englishText() : cellText(value);
}

QStringList cells(const QJsonObject &row, const QList<Column> &columns)
{
    QStringList texts;
    for (const Column &column : columns)
        texts.append(withoutControls(column.path ? cellAt(row, column.path) : column.cell(row), false));
    return texts;
}

QString alignedLine(const QStringList &texts, const QList<qsizetype> &widths)
{
    QString line;
    for (qsizetype i = 0; i < texts.size(); ++i)
        line += texts.at(i).leftJustified(widths.at(i)) + u"  "_s;
    while (line.endsWith(u' '))
        line.chop(1);
    return line + u'\n';
}

ResourceId idOf(const QJsonObject &document)
{
    const auto id = ResourceId::parse(document.value(u"id"_s).toString());
    return id ? *id : ResourceId();
}

/// The document of a fault by its file name, and the place in it.
struct FaultPlace
{
    QString file;
    QString target;
};

FaultPlace placeOf(const Fault &fault, const DocumentNames &files)
{
    const QString word = fault.target.section(u' ', 0, 0);
    if (!word.isEmpty() && !word.startsWith(u'$') && files.contains(word))
        return {files.value(word), fault.target.section(u' ', 1)};
    for (auto it = files.cbegin(); fault.line == 0 && it != files.cend(); ++it) {
        if (it.key().startsWith(u'$') && fault.target.startsWith(it.key())
            && (fault.target.size() == it.key().size() || u".["_s.contains(fault.target.at(it.key().size()))))
            return {it.value(), fault.target};
    }
    const bool isOfCall = fault.target.startsWith(u"--"_s) || fault.target == u"$.name"; // no document contains it
    return {isOfCall ? QString() : files.value(QString()), fault.target};
}

QJsonObject contractJson(const Error &error)
{
    QJsonArray details;
    for (const Fault &fault : error.details) {
        QJsonObject detail{
            {u"code"_s, fault.code}, {u"message"_s, fault.message.englishText()}, {u"target"_s, fault.target}};
        if (fault.line > 0) {
            detail[u"line"_s] = fault.line;
            detail[u"column"_s] = fault.column;
        }
        details.append(detail);
    }
    return {{u"error"_s,
             QJsonObject{{u"code"_s, toString(error.code)},
                         {u"message"_s, error.message.englishText()},
                         {u"target"_s, error.target},
                         {u"details"_s, details}}}};
}

} // namespace

QString groupCell(const QJsonObject &document)
{
    return idOf(document).groupName();
}

QString workspaceCell(const QJsonObject &document)
{
    return idOf(document).workspaceName();
}

QString asJson(const QJsonValue &value)
{
    // Qt would print a line feed in between
    if (value.isArray() && value.toArray().isEmpty())
        return u"[]\n"_s;
    if (value.isArray())
        return QString::fromUtf8(QJsonDocument(value.toArray()).toJson());
    return QString::fromUtf8(QJsonDocument(value.toObject()).toJson());
}

QString ListOutput::add(const QJsonArray &rows)
{
    if (rows.isEmpty())
        return {};
    const QString text = m_format == Format::Json ? jsonOf(rows) : linesOf(rows);
    m_isBegun = true;
    return text;
}

QString ListOutput::end() const
{
    if (m_format != Format::Json)
        return {};
    return m_isBegun ? u"\n]\n"_s : asJson(QJsonArray());
}

QString ListOutput::jsonOf(const QJsonArray &rows) const
{
    const QString list = asJson(rows); // "[\n", the rows, "\n]\n"
    return (m_isBegun ? u",\n"_s : u"[\n"_s) + QStringView(list).sliced(2).chopped(3);
}

QString ListOutput::linesOf(const QJsonArray &rows)
{
    QList<QStringList> lines;
    for (const QJsonValue &row : rows)
        lines.append(cells(row.toObject(), m_columns));
    QString text;
    if (m_format == Format::Tsv) {
        for (const QStringList &line : std::as_const(lines))
            text += line.join(u'\t') + u'\n';
        return text;
    }
    if (!m_isBegun) {
        QStringList titles, rule;
        for (qsizetype i = 0; i < m_columns.size(); ++i) {
            titles.append(m_columns.at(i).title);
            m_widths.append(titles.constLast().size());
            for (const QStringList &line : std::as_const(lines))
                m_widths[i] = std::max(m_widths.at(i), line.at(i).size());
            rule.append(QString(m_widths.constLast(), u'-'));
        }
        lines.prepend(rule);
        lines.prepend(titles);
    }
    for (const QStringList &line : std::as_const(lines))
        text += alignedLine(line, m_widths);
    return text;
}

QString cellText(const QJsonValue &value)
{
    if (value.isDouble())
        return QString::number(value.toDouble(), 'g', 15);
    if (value.isBool())
        return value.toBool() ? u"true"_s : u"false"_s;
    return withoutControls(value.toString(), false);
}

QString sizeText(qint64 bytes)
{
    return QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

QString safeText(const QString &text)
{
    return withoutControls(text, true);
}

int exitCode(const Error &error)
{
    switch (error.code) {
    case ErrorCode::NotFound:
        return 3;
    case ErrorCode::InvalidArgument:
    case ErrorCode::InvalidDocument:
        return 4;
    case ErrorCode::AlreadyExists:
    case ErrorCode::Conflict:
        return 5;
    case ErrorCode::Unreachable:
    case ErrorCode::AuthenticationFailed:
        return 6;
    case ErrorCode::HostKeyUnknown:
    case ErrorCode::HostKeyChanged:
        return 7;
    default:
        return 1;
    }
}

QString faultLines(const QList<Fault> &faults, const DocumentNames &files)
{
    QString text;
    for (const Fault &fault : faults) {
        FaultPlace place = placeOf(fault, files);
        if (fault.line > 0)
            place.file += u":%1:%2"_s.arg(fault.line).arg(fault.column);
        for (const QString &part : {place.file, place.target}) {
            if (!part.isEmpty())
                text += withoutControls(part, false) + u": "_s;
        }
        text += withoutControls(fault.message.englishText(), false) + u'\n';
    }
    return text;
}

QString errorText(const Error &error, Format format, const DocumentNames &files)
{
    QString sentence = error.message.englishText();
    if (sentence.isEmpty())
        sentence = toString(error.code);
    QString text = u"batchctl: "_s + withoutControls(sentence, true) + u'\n';
    // A single fault with the error's own sentence is a repetition, unless it has a place.
    const Fault first = error.details.value(0);
    const bool hasPlace = first.line > 0 || first.target.startsWith(u'$');
    const bool isSame = error.details.size() == 1 && !hasPlace && first.message == error.message;
    if (!isSame)
        text += faultLines(error.details, files);
    if (format == Format::Json)
        text += QString::fromUtf8(QJsonDocument(contractJson(error)).toJson(QJsonDocument::Compact)) + u'\n';
    return text;
}

} // namespace ctl
