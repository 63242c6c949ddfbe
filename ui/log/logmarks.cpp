// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/logmarks.h"

#include "engine/log/reader/loggap.h"
#include "engine/log/reader/namelessfile.h"
#include "ui/log/view/logview.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScopedValueRollback>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr qsizetype mostLogs = 100; // the most recently marked ones are kept
constexpr qsizetype mostMarks = 1000; // per log

// [{"file": path, "at": [offset, checksum, …]}, …], the last changed first. Offsets of lines never change, line numbers
// do.
const QString marksKey = u"log/marks"_s;

int sumOf(const engine::LogLine &line)
{
    return qChecksum(line.text);
}

QJsonArray entriesIn(const QSettings &settings)
{
    return QJsonDocument::fromJson(settings.value(marksKey).toString().toUtf8()).array();
}

} // namespace

LogMarks::LogMarks(LogView &view) : QObject(&view), m_view(view)
{
    connect(&view, &LogView::grown, this, &LogMarks::restore);
    connect(&view.marks(), &MarkedLines::toggled, this, &LogMarks::toggle);
    connect(&view, &LogView::linesMoved, this, &LogMarks::moveLines);
    connect(&view, &LogView::begunAnew, this, &LogMarks::forgetLines);
}

void LogMarks::useSettings(QSettings &settings)
{
    m_settings = &settings;
    load();
}

void LogMarks::setDocument(std::shared_ptr<const engine::LogDocument> document)
{
    m_document = std::move(document);
    if (m_document && engine::NamelessFile::isPathOfOne(m_document->path()))
        m_document.reset(); // a file without a name is never shown again
    load();
}

void LogMarks::load()
{
    m_marks.clear();
    if (!m_settings || !m_document)
        return;
    for (const QJsonValue &entry : entriesIn(*m_settings)) {
        if (entry[u"file"_s] != m_document->path())
            continue;
        const QJsonArray places = entry[u"at"_s].toArray();
        for (qsizetype i = 0; i + 1 < places.size() && m_marks.size() < mostMarks; i += 2)
            m_marks.append({places.at(i).toInteger(-1), places.at(i + 1).toInt(-1)});
    }
    restore();
}

void LogMarks::restore()
{
    const QScopedValueRollback guard(m_isRestoring, true);
    QList<Mark> kept;
    for (Mark mark : std::as_const(m_marks)) {
        const qint64 line = mark.line < 0 ? m_document->lineAt(mark.offset) : -1;
        if (line < 0 || line >= m_view.rows().lineCount()) {
            kept.append(mark);
        } else if (isMarked(mark, line)) {
            mark.line = line;
            kept.append(mark);
            if (!m_view.marks().contains(line))
                m_view.marks().toggle(line);
        } else if (m_document->line(line).isOpen) { // incomplete: its checksum may still match
            kept.append(mark);
        }
    }
    m_marks = kept;
}

bool LogMarks::isMarked(const Mark &mark, qint64 line) const
{
    if (m_document->lineBegin(line) == mark.offset && sumOf(m_document->line(line)) == mark.sum)
        return true;
    // In a gap there is no text to compare.
    const std::optional<engine::LogGap> gap = engine::logGap(m_document->path());
    return gap && mark.offset >= gap->begin && mark.offset < gap->end;
}

void LogMarks::toggle(qint64 line)
{
    if (!m_document || m_isRestoring)
        return;
    m_marks.removeIf([line](const Mark &mark) { return mark.line == line; });
    if (m_view.marks().contains(line))
        m_marks.append({m_document->lineBegin(line), sumOf(m_document->line(line)), line});
    save();
}

// The settings keep all offsets: marks of removed lines move to the line of the gap.
void LogMarks::moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now)
{
    for (Mark &mark : m_marks) {
        if (mark.line >= 0)
            mark.line = engine::LogDocument::movedLine(mark.line, before, now);
    }
}

void LogMarks::forgetLines()
{
    for (Mark &mark : m_marks)
        mark.line = -1;
}

// Reads the settings again, as other panels save marks of other logs.
void LogMarks::save()
{
    if (!m_settings)
        return;
    QJsonArray places;
    for (const Mark &mark : m_marks.first(qMin(m_marks.size(), mostMarks))) {
        places.append(mark.offset);
        places.append(mark.sum);
    }
    QJsonArray entries;
    if (!places.isEmpty())
        entries.append(QJsonObject{{u"file"_s, m_document->path()}, {u"at"_s, places}});
    for (const QJsonValue &entry : entriesIn(*m_settings)) {
        if (entry[u"file"_s] != m_document->path() && entries.size() < mostLogs)
            entries.append(entry);
    }
    m_settings->setValue(marksKey, QString::fromUtf8(QJsonDocument(entries).toJson(QJsonDocument::Compact)));
}

} // namespace ui
