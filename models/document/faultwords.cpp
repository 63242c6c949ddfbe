// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/document/faultwords.h"

#include "engine/api/document/documentschema.h"
#include "models/translated.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

namespace {

const engine::PropertySpec *specAt(const QString &target, engine::ResourceKind kind)
{
    static const QRegularExpression element(u"\\[\\d+\\]"_s);
    QString path = target;
    path.replace(element, u"[]"_s);
    path.remove(0, path.startsWith(u"$."_s) ? 2 : 0);
    const auto &specs = engine::documentSchema(kind);
    const auto found =
        std::find_if(specs.cbegin(), specs.cend(), [&path](const auto &spec) { return spec.path == path; });
    return found == specs.cend() ? nullptr : &*found;
}

} // namespace

QString remedyFor(const engine::Fault &fault, engine::ResourceKind kind)
{
    const engine::PropertySpec *spec = specAt(fault.target, kind);
    const QString help = spec ? spec->help.text() : QString();
    if (fault.code == u"Required" || fault.code == u"OutOfRange" || fault.code == u"WrongType"
        || fault.code == u"NotAllowed")
        return help;
    static constexpr Wording remedies[]{
        {"Placeholder", QT_TRANSLATE_NOOP("models", "Write your own value in its place.")},
        {"Unknown", QT_TRANSLATE_NOOP("models", "Look at its spelling, or leave it: it does no harm.")},
        {"Duplicate", QT_TRANSLATE_NOOP("models", "Rename one of the two.")},
        {"Syntax", QT_TRANSLATE_NOOP("models", "Mend the text at this place; the rest is read after that.")},
        {"TooMany", QT_TRANSLATE_NOOP("models", "Take one of the two out.")}};
    return translated(remedies, fault.code);
}

QString placeWords(const engine::Fault &fault)
{
    if (fault.line > 0 && fault.column > 0)
        return tr("Line %1, column %2").arg(fault.line).arg(fault.column);
    if (fault.line > 0)
        return tr("Line %1").arg(fault.line);
    return fault.target == u"$" ? QString() : fault.target;
}

} // namespace models
