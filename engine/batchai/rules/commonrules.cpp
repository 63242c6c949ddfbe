// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/rules/documentrules.h"

#include <QRegularExpression>
#include <QSet>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

void checkVariableName(const QString &name, const JsonPath &path, QSet<QString> &seen, FaultNotes &notes)
{
    static const QRegularExpression rule(u"^[A-Za-z_][A-Za-z0-9_]*\\z"_s);
    static const QSet<QString> ofShell{u"UID"_s,      u"EUID"_s,      u"PPID"_s,
                                       u"BASHOPTS"_s, u"SHELLOPTS"_s, u"BASH_VERSINFO"_s};
    // Reported already.
    if (name.isEmpty())
        return;
    if (!rule.match(name).hasMatch())
        notes.fault(
            path, u"NameRule"_s,
            {QT_TRANSLATE_NOOP("engine", "“%1” is no name of a variable: letters, digits and _, no digit first."),
             {shortened(name)}});
    else if (ofShell.contains(name))
        notes.fault(
            path, u"NameRule"_s,
            {QT_TRANSLATE_NOOP("engine", "“%1” belongs to the shell and cannot be set; choose another name."), {name}});
    else if (seen.contains(name))
        notes.warn(path, u"Duplicate"_s,
                   {QT_TRANSLATE_NOOP("engine", "“%1” is given twice; the last one counts."), {shortened(name)}});
    seen.insert(name);
}

bool hasBlankOrControl(const QString &text)
{
    return std::any_of(text.begin(), text.end(),
                       [](QChar c) { return c.isSpace() || c.category() == QChar::Other_Control; });
}

// "…/workspaces/NAME/clusters/NAME", for messages.
QString formOf(const QString &type)
{
    const QStringList parts = type.split(u'/');
    QString form = u"/subscriptions/…/resourceGroups/…/providers/"_s + parts.constFirst();
    for (const QString &collection : parts.sliced(1))
        form += u'/' + collection + u"/NAME"_s;
    return form;
}

// Documents may name kept secrets that are for jobs, but no password of a machine.
void checkKeptName(const QJsonValue &named, const JsonPath &path, FaultNotes &notes)
{
    static const QRegularExpression rule(u"^secret:[A-Za-z0-9._@/+-]{1,200}\\z"_s);
    if (!rule.match(named.toString()).hasMatch())
        notes.fault(path, u"NameRule"_s,
                    {QT_TRANSLATE_NOOP("engine",
                                       "“%1” is no name of a secret for jobs: secret: and letters, digits or "
                                       "._@/+- after it. Set it with batchctl secret set secret:NAME."),
                     {shortened(named.toString())}});
}

} // namespace

void checkEnvironmentRules(const QJsonObject &owner, const JsonPath &path, FaultNotes &notes)
{
    QSet<QString> seen;
    for (const QString &key : {u"environmentVariables"_s, u"secrets"_s}) {
        const QJsonArray variables = owner.value(key).toArray();
        for (int i = 0; i < variables.size(); ++i) {
            const QJsonObject variable = variables.at(i).toObject();
            checkVariableName(variable.value(u"name"_s).toString(), path / key / i / u"name"_s, seen, notes);
            if (key == u"secrets" && variables.at(i).isObject())
                checkEitherSecret(variable, u"value"_s, u"valueSecretReference"_s, SecretNeed::MayBeKept,
                                  path / key / i, notes);
        }
    }
}

void checkEitherSecret(const QJsonObject &object, const QString &key, const QString &referenceKey, SecretNeed need,
                       const JsonPath &path, FaultNotes &notes)
{
    const bool hasValue = isGiven(object.value(key));
    const bool hasReference = isGiven(object.value(referenceKey));
    const QStringList both{key, referenceKey};
    if (hasValue && hasReference)
        notes.fault(path, u"NotTogether"_s,
                    {QT_TRANSLATE_NOOP("engine", "“%1” and “%2” do not go together; remove one of them."), both});
    if (const QJsonValue named = object[u"x-batchdeck"_s][u"secretName"_s];
        need == SecretNeed::MayBeKept && isGiven(named)) {
        checkKeptName(named, path / u"x-batchdeck"_s / u"secretName"_s, notes);
        if (hasValue)
            notes.fault(path, u"NotTogether"_s,
                        {QT_TRANSLATE_NOOP("engine", "“%1” and “%2” do not go together; remove one of them."),
                         {key, u"secretName"_s}});
        return;
    }
    if (hasValue || hasReference || need == SecretNeed::FromElsewhere)
        return;
    if (notes.isAnswer())
        notes.warn(path, u"SecretMissing"_s,
                   {QT_TRANSLATE_NOOP("engine", "No service returns “%1”; fill it in before it is used."), {key}});
    else
        notes.missingOneOf(path, both,
                           Message(QT_TRANSLATE_NOOP("engine", "Either “%1” or “%2” is missing; add one."), both));
}

void checkIdText(const QString &text, const QString &type, const JsonPath &path, FaultNotes &notes)
{
    constexpr qsizetype longestId = 2048;
    const QStringList parts = text.size() > longestId ? QStringList() : text.split(u'/');
    const QStringList wanted = type.split(u'/');
    const auto is = [&parts](qsizetype at, const QString &word) {
        return parts.at(at).compare(word, Qt::CaseInsensitive) == 0;
    };
    // "", subscriptions, S, resourceGroups, G, providers, NAMESPACE, collection, NAME, …
    const bool isId = parts.size() >= 9 && parts.size() % 2 == 1 && parts.constFirst().isEmpty()
        && !parts.sliced(1).contains(QString()) && !hasBlankOrControl(text) && is(1, u"subscriptions"_s)
        && is(3, u"resourceGroups"_s) && is(5, u"providers"_s) && is(6, wanted.constFirst())
        && is(parts.size() - 2, wanted.constLast());
    if (!isId)
        return notes.fault(
            path, u"IdForm"_s,
            {QT_TRANSLATE_NOOP("engine", "“%1” is not such an id; it should be %2."), {shortened(text), formOf(type)}});
    const bool isOurs = wanted.constFirst() == u"Microsoft.BatchAI";
    bool isExact = parts.size() == 7 + 2 * (wanted.size() - 1);
    for (qsizetype i = 7; i < parts.size(); i += 2) {
        isExact = isExact && is(i, wanted.at((i - 5) / 2));
        if (isOurs && !checkName(ResourceKind::Cluster, parts.at(i + 1)))
            notes.fault(
                path, u"NameRule"_s,
                {QT_TRANSLATE_NOOP("engine", "The name “%1” is not allowed: use 1 to 64 letters, digits, - or _."),
                 {shortened(parts.at(i + 1))}});
    }
    if (isOurs && !checkName(ResourceKind::Group, parts.at(4)))
        notes.fault(
            path, u"NameRule"_s,
            {QT_TRANSLATE_NOOP("engine", "The name “%1” is not allowed: use 1 to 90 letters, digits, -, _ or dots."),
             {shortened(parts.at(4))}});
    if (!isExact) // interfaces of the service before workspaces
        notes.warn(path, u"IdForm"_s,
                   {QT_TRANSLATE_NOOP("engine", "“%1” is an id of an older form; it should be %2."),
                    {shortened(text), formOf(type)}});
}

} // namespace engine
