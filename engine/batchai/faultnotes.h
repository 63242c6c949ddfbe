// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "engine/batchai/documentshape.h"
#include "engine/batchai/json/jsonreader.h"

#include <QHash>
#include <QSet>

namespace engine {

/// Neither absent nor null: the service takes the one for the other.
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

/// As much of a text from a document as a message should repeat.
[[nodiscard]] QString shortened(const QString &text);

/// Where the values of a checked document stand in its text: not all of them do.
class DocumentPlaces
{
public:
    void setText(JsonPlaces places) { m_places = std::move(places); }
    void setShape(const DocumentShape &shape) { m_shape = shape; } ///< that the checked document has
    void setChanged(const QList<JsonPath> &changed) { m_changed = changed; }

    [[nodiscard]] TextPlace find(const JsonPath &path) const;

private:
    JsonPlaces m_places;
    DocumentShape m_shape;
    QList<JsonPath> m_changed;
};

/// Notes faults and warnings of a document with their places, up to maximumFaults of each.
class FaultNotes
{
public:
    FaultNotes(const DocumentPlaces &places, DocumentCheck &check) : m_places(places), m_check(check) { }

    /// The document comes from a service's answer or an export: secrets are never returned, so that they cannot be
    /// asked for, and objects of nulls stand for what is absent.
    void setIsAnswer(bool isAnswer) { m_isAnswer = isAnswer; }
    [[nodiscard]] bool isAnswer() const { return m_isAnswer; }

    /// What was left out of the document. A fault of such a place tells that instead, and once.
    void setLeftOut(const QList<DocumentShape::Note> &leftOut);
    void warnOfLeftOut(); ///< of all that no fault has told

    void fault(const JsonPath &path, const QString &code, const Message &message);
    void warn(const JsonPath &path, const QString &code, const Message &message);
    /// A value that is not there has no place: what should hold it does.
    void missing(const JsonPath &parent, const QString &key, const Message &message);
    void missing(const JsonPath &parent, const QString &key);
    /// One of \a keys should be there.
    void missingOneOf(const JsonPath &parent, const QStringList &keys, const Message &message);

private:
    [[nodiscard]] bool tellLeftOut(const JsonPath &path);
    void note(QList<Fault> &list, const JsonPath &path, const JsonPath &place, const QString &code,
              const Message &message);

    const DocumentPlaces &m_places;
    DocumentCheck &m_check;
    QList<DocumentShape::Note> m_leftOut;
    QHash<QString, qsizetype> m_leftOutAt; // in m_leftOut, by the path as a text
    QSet<QString> m_told; // paths in m_leftOut, as texts
    bool m_isAnswer = false;
};

} // namespace engine
