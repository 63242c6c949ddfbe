// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "engine/batchai/documentshape.h"
#include "engine/batchai/json/jsonreader.h"
#include "engine/batchai/overrides.h"
#include "engine/batchai/rules/documentrules.h"
#include "engine/batchai/shapecheck.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

void checkRules(ResourceKind kind, const QJsonValue &value, FaultNotes &notes)
{
    if (!value.isObject())
        return;
    const QJsonObject properties = value.toObject();
    const JsonPath path = JsonPath() / u"properties"_s;
    if (kind == ResourceKind::Job)
        checkJobRules(properties, path, notes);
    else if (kind == ResourceKind::Cluster)
        checkClusterRules(properties, path, notes);
    else if (kind == ResourceKind::FileServer)
        checkFileServerRules(properties, path, notes);
}

// An answer of the service or an export names its own type; a document that a person wrote does not.
bool isAnswer(const QJsonObject &document)
{
    return isGiven(document.value(u"id"_s))
        || isGiven(document.value(u"properties"_s).toObject().value(u"provisioningState"_s));
}

// Kinds whose documents are written without the "properties" wrapper.
bool hasOwnProperties(ResourceKind kind)
{
    return kind == ResourceKind::Job || kind == ResourceKind::Cluster || kind == ResourceKind::FileServer;
}

QJsonValue valueAt(const QJsonObject &document, const JsonPath &path)
{
    QJsonValue value = document;
    for (const JsonStep &step : path)
        value = step.index < 0 ? value[step.key] : value[step.index];
    return value;
}

// The expressions that no override has replaced. An expression in place of all properties counts as replaced by any
// property.
QList<DocumentShape::Note> stillLeftOut(QList<DocumentShape::Note> expressions, const QJsonObject &document)
{
    expressions.removeIf([&document](const DocumentShape::Note &note) {
        const QJsonValue value = valueAt(document, note.path);
        return value.isObject() ? !value.toObject().isEmpty() : isGiven(value);
    });
    return expressions;
}

/// A document before its rules are checked.
struct WrittenDocument
{
    DocumentCheck check; ///< result so far
    DocumentShape shape;
    DocumentPlaces places;
    bool isRead = false; ///< rules can be checked
};

WrittenDocument readWritten(ResourceKind kind, const QByteArray &text, const QStringList &overrides)
{
    WrittenDocument written;
    DocumentCheck &check = written.check;
    if (text.size() > maximumDocumentSize) {
        check.faults.append({u"TooLarge"_s, QT_TRANSLATE_NOOP("engine", "The document is larger than 4 MiB."), {}});
        return written;
    }
    const bool blank = text.trimmed().isEmpty(); // allowed: everything may come from overrides and defaults
    JsonReading reading = readJson(blank ? "{}"_ba : text);
    check.faults = reading.faults;
    check.warnings = reading.warnings.first(std::min(reading.warnings.size(), maximumFaults));
    if (!reading.faults.isEmpty())
        return written;
    if (!reading.value.isObject()) {
        check.faults.append(
            {u"WrongType"_s, QT_TRANSLATE_NOOP("engine", "The document should be an object: { … }."), u"$"_s, 1, 1});
        return written;
    }

    if (!blank)
        written.places.setText(std::move(reading.places));
    check.document = reading.value.toObject();
    DocumentShape &shape = written.shape;
    shape.document = check.document;
    if (hasOwnProperties(kind))
        shape = shapedAs(kind, check.document);
    written.places.setShape(shape);
    if (shape.refusal) {
        const TextPlace place = written.places.find({});
        check.document = {};
        check.faults.append({u"OtherKind"_s, *shape.refusal, u"$"_s, place.line, place.column});
        return written;
    }
    check.document = shape.document;
    const QJsonValue properties = check.document.value(u"properties"_s);
    if (!overrides.isEmpty() && (properties.isObject() || !isGiven(properties))) {
        const OverrideOutcome outcome = applyOverrides(properties.toObject(), overrides);
        check.document.insert(u"properties"_s, outcome.properties);
        written.places.setChanged(outcome.changed);
        check.faults = outcome.faults;
    }
    written.isRead = true;
    return written;
}

void sortByPlace(QList<Fault> &faults)
{
    std::stable_sort(faults.begin(), faults.end(), [](const Fault &a, const Fault &b) {
        return std::tuple(a.line == 0, a.line, a.column) < std::tuple(b.line == 0, b.line, b.column);
    });
}

} // namespace

QJsonValue readDocument(const QByteArray &text)
{
    return text.size() > maximumDocumentSize ? QJsonValue(QJsonValue::Undefined) : readJson(text).value;
}

DocumentCheck checkDocument(ResourceKind kind, const QByteArray &text, const QStringList &overrides)
{
    WrittenDocument written = readWritten(kind, text, overrides);
    if (!written.isRead)
        return written.check;
    DocumentCheck &check = written.check;
    const DocumentShape &shape = written.shape;
    FaultNotes notes(written.places, check);
    notes.setIsAnswer(isAnswer(check.document));
    for (const DocumentShape::Note &note : shape.notes)
        notes.warn(note.path, note.code, note.message);
    notes.setLeftOut(stillLeftOut(shape.expressions, check.document));
    ShapeCheck(notes).run(kind, check.document);
    checkRules(kind, check.document.value(u"properties"_s), notes);
    notes.warnOfLeftOut();
    sortByPlace(check.faults);
    sortByPlace(check.warnings);
    return check;
}

QList<Fault> withPlaces(QList<Fault> faults, ResourceKind kind, const QByteArray &text, const QStringList &overrides)
{
    const auto lacksPlace = [](const Fault &fault) { return fault.line == 0 && fault.target.startsWith(u'$'); };
    if (std::none_of(faults.cbegin(), faults.cend(), lacksPlace))
        return faults;
    const WrittenDocument written = readWritten(kind, text, overrides);
    for (Fault &fault : faults) {
        const auto path = lacksPlace(fault) ? parseJsonPath(fault.target) : std::nullopt;
        if (!path)
            continue;
        const TextPlace place = written.places.find(*path);
        fault.line = place.line;
        fault.column = place.column;
    }
    return faults;
}

} // namespace engine
