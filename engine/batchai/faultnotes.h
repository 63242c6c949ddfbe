// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "engine/batchai/documentshape.h"
#include "engine/batchai/json/jsonreader.h"

#include <QHash>
#include <QSet>

namespace engine {

/// Neither absent nor null: the service treats null as absent.
[[nodiscard]] inline bool isGiven(const QJsonValue &value)
{
    return !value.isUndefined() && !value.isNull();
}

[[nodiscard]] inline JsonPath operator/(const JsonPath &path, const QString &key)
{
    JsonPath longer = path;
    longer.append({key, -1});
    return longer;
}

[[nodiscard]] inline JsonPath operator/(const JsonPath &path, int index)
{
    JsonPath longer = path;
    longer.append({{}, index});
    return longer;
}

/// \a text cut to the length that a message should repeat.
[[nodiscard]] QString shortened(const QString &text);

/// Places of a checked document's values in its text, as far as they are there.
class DocumentPlaces
{
public:
    void setText(JsonPlaces places) { m_places = std::move(places); }
    void setShape(const DocumentShape &shape) { m_shape = shape; } ///< form of the checked document
    void setChanged(const QList<JsonPath> &changed) { m_changed = changed; }

    [[nodiscard]] TextPlace find(const JsonPath &path) const;

private:
    JsonPlaces m_places;
    DocumentShape m_shape;
    QList<JsonPath> m_changed;
};

/// Collects faults and warnings of a document with their places, at most maximumFaults of each.
class FaultNotes
{
public:
    FaultNotes(const DocumentPlaces &places, DocumentCheck &check) : m_places(places), m_check(check) { }

    /// The document is an answer of the service or an export. Such a document has no secrets, so missing ones are no
    /// fault, and objects of nulls count as absent.
    void setIsAnswer(bool isAnswer) { m_isAnswer = isAnswer; }
    [[nodiscard]] bool isAnswer() const { return m_isAnswer; }

    /// Values that were removed from the document. A fault at such a place is replaced by this note, once.
    void setLeftOut(const QList<DocumentShape::Note> &leftOut);
    void warnOfLeftOut(); ///< for all removed values without a fault

    void fault(const JsonPath &path, const QString &code, const Message &message);
    void warn(const JsonPath &path, const QString &code, const Message &message);
    /// A missing value has no place of its own; the fault is at its parent.
    void missing(const JsonPath &parent, const QString &key, const Message &message);
    void missing(const JsonPath &parent, const QString &key);
    /// None of \a keys is present, and one is required.
    void missingOneOf(const JsonPath &parent, const QStringList &keys, const Message &message);

private:
    [[nodiscard]] bool reportLeftOut(const JsonPath &path);
    void note(QList<Fault> &list, const JsonPath &path, const JsonPath &place, const QString &code,
              const Message &message);

    const DocumentPlaces &m_places;
    DocumentCheck &m_check;
    QList<DocumentShape::Note> m_leftOut;
    QHash<QString, qsizetype> m_leftOutAt; // index in m_leftOut, by path as text
    QSet<QString> m_told; // reported paths of m_leftOut, as text
    bool m_isAnswer = false;
};

} // namespace engine
