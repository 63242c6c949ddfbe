// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/faultnotes.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

QString shortened(const QString &text)
{
    return text.size() <= 64 ? text : text.left(63) + u'…';
}

TextPlace DocumentPlaces::find(const JsonPath &path) const
{
    const bool isInProperties = !path.isEmpty() && path.constFirst().key == u"properties";
    const JsonPath inside = path.sliced(isInProperties ? 1 : 0);
    for (const JsonPath &changed : m_changed) {
        if (isInProperties && inside.size() >= changed.size() && inside.first(changed.size()) == changed)
            return {};
    }
    JsonPath written = path;
    for (qsizetype i = 0; i < path.size() && !m_shape.renamed.isEmpty(); ++i)
        written[i].key = m_shape.renamed.value(toString(path.first(i + 1)), path.at(i).key);
    return m_places.find(m_shape.root + written.sliced(isInProperties && m_shape.isWrapped ? 1 : 0));
}

void FaultNotes::note(QList<Fault> &list, const JsonPath &path, const JsonPath &place, const QString &code,
                      const Message &message)
{
    if (list.size() >= maximumFaults)
        return;
    const TextPlace found = m_places.find(place);
    list.append({code, message, toString(path), found.line, found.column});
}

void FaultNotes::setLeftOut(const QList<DocumentShape::Note> &leftOut)
{
    m_leftOut = leftOut;
    m_leftOutAt.clear();
    m_leftOutAt.reserve(leftOut.size());
    for (qsizetype i = 0; i < leftOut.size(); ++i)
        m_leftOutAt.insert(toString(leftOut.at(i).path), i);
}

// A parent of \a path may have been removed as well.
bool FaultNotes::reportLeftOut(const JsonPath &path)
{
    for (qsizetype length = 0; length <= path.size() && !m_leftOut.isEmpty(); ++length) {
        const QString target = toString(path.first(length));
        const auto found = m_leftOutAt.constFind(target);
        if (found == m_leftOutAt.cend())
            continue;
        const DocumentShape::Note &leftOut = m_leftOut.at(*found);
        if (!m_told.contains(target))
            note(m_check.faults, leftOut.path, leftOut.path, u"Required"_s, leftOut.message);
        m_told.insert(target);
        return true;
    }
    return false;
}

void FaultNotes::warnOfLeftOut()
{
    for (const DocumentShape::Note &leftOut : std::as_const(m_leftOut)) {
        if (m_check.warnings.size() >= maximumFaults)
            return;
        if (!m_told.contains(toString(leftOut.path)))
            warn(leftOut.path, leftOut.code, leftOut.message);
    }
}

void FaultNotes::fault(const JsonPath &path, const QString &code, const Message &message)
{
    if (!reportLeftOut(path))
        note(m_check.faults, path, path, code, message);
}

void FaultNotes::warn(const JsonPath &path, const QString &code, const Message &message)
{
    note(m_check.warnings, path, path, code, message);
}

void FaultNotes::missing(const JsonPath &parent, const QString &key, const Message &message)
{
    if (!reportLeftOut(parent / key))
        note(m_check.faults, parent / key, parent, u"Required"_s, message);
}

void FaultNotes::missingOneOf(const JsonPath &parent, const QStringList &keys, const Message &message)
{
    if (std::none_of(keys.cbegin(), keys.cend(), [&](const QString &key) { return reportLeftOut(parent / key); }))
        note(m_check.faults, parent, parent, u"Required"_s, message);
}

void FaultNotes::missing(const JsonPath &parent, const QString &key)
{
    missing(parent, key, Message(QT_TRANSLATE_NOOP("engine", "“%1” is missing; add it."), {key}));
}

} // namespace engine
