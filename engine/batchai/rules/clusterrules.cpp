// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/rules/documentrules.h"
#include "engine/batchai/rules/variablerules.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Warns of settings that a user would expect to take effect. Settings of virtual machines are ignored without a
// warning.
void noteUnused(const JsonPath &parent, const QString &key, FaultNotes &notes)
{
    notes.warn(parent / key, u"Unused"_s,
               {QT_TRANSLATE_NOOP("engine", "This version keeps “%1” and does not use it."), {key}});
}

void checkAutoScale(const QJsonObject &range, const JsonPath &path, FaultNotes &notes)
{
    // Reported already.
    if (!range.value(u"minimumNodeCount"_s).isDouble() || !range.value(u"maximumNodeCount"_s).isDouble())
        return;
    const int least = range.value(u"minimumNodeCount"_s).toInt();
    const int most = range.value(u"maximumNodeCount"_s).toInt();
    const int first = range.value(u"initialNodeCount"_s).toInt();
    if (least > most)
        notes.fault(path / u"minimumNodeCount"_s, u"OutOfRange"_s,
                    QT_TRANSLATE_NOOP("engine",
                                      "“minimumNodeCount” is greater than “maximumNodeCount”; lower it or raise the "
                                      "other."));
    else if (first != 0 && (first < least || first > most)) // 0 is the service's default and always valid
        notes.fault(path / u"initialNodeCount"_s, u"OutOfRange"_s,
                    {QT_TRANSLATE_NOOP("engine", "“initialNodeCount” should be from %1 to %2, or 0."),
                     {QString::number(least), QString::number(most)}});
}

void checkScaleSettings(const QJsonObject &scale, const JsonPath &path, FaultNotes &notes)
{
    const bool isManual = isGiven(scale.value(u"manual"_s));
    const bool isAutomatic = isGiven(scale.value(u"autoScale"_s));
    if (isManual && isAutomatic)
        notes.fault(path, u"NotTogether"_s,
                    {QT_TRANSLATE_NOOP("engine", "“%1” and “%2” do not go together; remove one of them."),
                     {u"manual"_s, u"autoScale"_s}});
    if (!isManual && !isAutomatic)
        notes.missingOneOf(path, {u"manual"_s, u"autoScale"_s},
                           Message(QT_TRANSLATE_NOOP("engine", "“%1” should have either “%2” or “%3”."),
                                   {u"scaleSettings"_s, u"manual"_s, u"autoScale"_s}));
    if (isAutomatic) {
        noteUnused(path, u"autoScale"_s, notes);
        checkAutoScale(scale.value(u"autoScale"_s).toObject(), path / u"autoScale"_s, notes);
    }
}

void checkNodeSetup(const QJsonObject &setup, const JsonPath &path, FaultNotes &notes)
{
    checkEnvironmentRules(setup.value(u"setupTask"_s).toObject(), path / u"setupTask"_s, notes);
    checkVolumeRules(setup.value(u"mountVolumes"_s).toObject(), path / u"mountVolumes"_s, notes);
    checkSetupVariables(setup, path, notes);
    const QJsonValue insights =
        setup.value(u"performanceCountersSettings"_s).toObject().value(u"appInsightsReference"_s);
    if (insights.isObject())
        checkEitherSecret(insights.toObject(), u"instrumentationKey"_s, u"instrumentationKeySecretReference"_s,
                          SecretNeed::Required, path / u"performanceCountersSettings"_s / u"appInsightsReference"_s,
                          notes);
}

} // namespace

void checkClusterRules(const QJsonObject &cluster, const JsonPath &path, FaultNotes &notes)
{
    if (cluster.value(u"scaleSettings"_s).isObject())
        checkScaleSettings(cluster.value(u"scaleSettings"_s).toObject(), path / u"scaleSettings"_s, notes);
    checkNodeSetup(cluster.value(u"nodeSetup"_s).toObject(), path / u"nodeSetup"_s, notes);
}

// The machine is named beside the document. A document that describes a virtual machine must describe it completely.
void checkFileServerRules(const QJsonObject &fileServer, const JsonPath &path, FaultNotes &notes)
{
    const QStringList described{u"vmSize"_s, u"sshConfiguration"_s, u"dataDisks"_s};
    const auto isThere = [&fileServer](const QString &key) { return isGiven(fileServer.value(key)); };
    if (std::none_of(described.begin(), described.end(), isThere))
        return;
    for (const QString &key : described) {
        if (!isThere(key))
            notes.missing(path, key);
    }
}

} // namespace engine
