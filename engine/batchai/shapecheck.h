// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/batchai/faultnotes.h"
#include "engine/batchai/schema/schemaindex.h"

#include <QJsonArray>
#include <QJsonObject>

namespace engine {

/// Walks a document beside its schema and notes everything that does not fit: what is missing, types, values, sizes.
/// Time is linear in the document; it goes no deeper than the schema does.
class ShapeCheck
{
public:
    explicit ShapeCheck(FaultNotes &notes) : m_notes(notes) { }

    void run(ResourceKind kind, const QJsonObject &document);

private:
    void checkMembers(const SchemaNode &node, const QJsonObject &object);
    void checkMember(const SchemaNode &child, const QJsonValue &value);
    void checkValue(const SchemaNode &node, const QJsonValue &value);
    void checkElements(const SchemaNode &node, const QJsonArray &array);
    void checkText(const PropertySpec &spec, const QJsonValue &value);
    void checkNumber(const PropertySpec &spec, const QJsonValue &value);
    void checkMap(const QJsonValue &value);
    [[nodiscard]] QString name() const; ///< of the value in hand, for messages
    void wrongType(const QJsonValue &value, const char *source);

    FaultNotes &m_notes;
    JsonPath m_path; // of the value in hand
};

} // namespace engine
