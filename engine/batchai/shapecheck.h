// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/batchai/faultnotes.h"
#include "engine/batchai/schema/schemaindex.h"

#include <QJsonArray>
#include <QJsonObject>

namespace engine {

/// Walks a document along its schema and notes missing properties, wrong types, values and sizes. Time is linear in the
/// document; recursion is limited by the schema's depth.
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
    [[nodiscard]] QString name() const; ///< of the current value, for messages
    void wrongType(const QJsonValue &value, const char *source);

    FaultNotes &m_notes;
    JsonPath m_path; // of the current value
};

} // namespace engine
