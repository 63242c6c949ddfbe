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

bool FaultNotes::isTold(const DocumentShape::Note &leftOut) const
{
    return std::any_of(m_check.faults.cbegin(), m_check.faults.cend(), [&leftOut](const Fault &fault) {
        return fault.message == leftOut.message && fault.target == toString(leftOut.path);
    });
}

// What holds \a path may have been left out, too.
bool FaultNotes::tellLeftOut(const JsonPath &path)
{
    const auto found = std::find_if(m_leftOut.cbegin(), m_leftOut.cend(), [&path](const DocumentShape::Note &leftOut) {
        return path.size() >= leftOut.path.size() && path.first(leftOut.path.size()) == leftOut.path;
    });
    if (found == m_leftOut.cend())
        return false;
    if (!isTold(*found))
        note(m_check.faults, found->path, found->path, u"Required"_s, found->message);
    return true;
}

void FaultNotes::warnOfLeftOut()
{
    for (const DocumentShape::Note &leftOut : std::as_const(m_leftOut)) {
        if (!isTold(leftOut))
            warn(leftOut.path, leftOut.code, leftOut.message);
    }
}

void FaultNotes::fault(const JsonPath &path, const QString &code, const Message &message)
{
    if (!tellLeftOut(path))
        note(m_check.faults, path, path, code, message);
}

void FaultNotes::warn(const JsonPath &path, const QString &code, const Message &message)
{
    note(m_check.warnings, path, path, code, message);
}

void FaultNotes::missing(const JsonPath &parent, const QString &key, const Message &message)
{
    if (!tellLeftOut(parent / key))
        note(m_check.faults, parent / key, parent, u"Required"_s, message);
}

void FaultNotes::missingOneOf(const JsonPath &parent, const QStringList &keys, const Message &message)
{
    if (std::none_of(keys.cbegin(), keys.cend(), [&](const QString &key) { return tellLeftOut(parent / key); }))
        note(m_check.faults, parent, parent, u"Required"_s, message);
}

void FaultNotes::missing(const JsonPath &parent, const QString &key)
{
    missing(parent, key, Message(QT_TRANSLATE_NOOP("engine", "“%1” is missing; add it."), {key}));
}

} // namespace engine
