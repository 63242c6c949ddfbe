// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/faultnotes.h"

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

void FaultNotes::fault(const JsonPath &path, const QString &code, const Message &message)
{
    note(m_check.faults, path, path, code, message);
}

void FaultNotes::warn(const JsonPath &path, const QString &code, const Message &message)
{
    note(m_check.warnings, path, path, code, message);
}

void FaultNotes::missing(const JsonPath &parent, const QString &key, const Message &message)
{
    note(m_check.faults, parent / key, parent, u"Required"_s, message);
}

void FaultNotes::missing(const JsonPath &parent, const QString &key)
{
    missing(parent, key, Message(QT_TRANSLATE_NOOP("engine", "“%1” is missing; add it."), {key}));
}

} // namespace engine
