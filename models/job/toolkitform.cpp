// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/toolkitform.h"

#include "engine/api/documentschema.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("models::Toolkit", text);
}

QString labelOf(const QString &key)
{
    static const std::pair<QLatin1StringView, const char *> labels[] = {
        {"commandLine"_L1, QT_TRANSLATE_NOOP("models::Toolkit", "Command line")},
        {"pythonScriptFilePath"_L1, QT_TRANSLATE_NOOP("models::Toolkit", "Script")},
        {"pythonInterpreterPath"_L1, QT_TRANSLATE_NOOP("models::Toolkit", "Interpreter")},
        {"commandLineArgs"_L1, QT_TRANSLATE_NOOP("models::Toolkit", "Arguments")},
        {"masterCommandLineArgs"_L1, QT_TRANSLATE_NOOP("models::Toolkit", "Master arguments")},
        {"workerCommandLineArgs"_L1, QT_TRANSLATE_NOOP("models::Toolkit", "Worker arguments")},
        {"parameterServerCommandLineArgs"_L1, QT_TRANSLATE_NOOP("models::Toolkit", "Server arguments")},
        {"processCount"_L1, QT_TRANSLATE_NOOP("models::Toolkit", "Processes")},
        {"workerCount"_L1, QT_TRANSLATE_NOOP("models::Toolkit", "Workers")},
        {"parameterServerCount"_L1, QT_TRANSLATE_NOOP("models::Toolkit", "Servers")},
        {"communicationBackend"_L1, QT_TRANSLATE_NOOP("models::Toolkit", "Backend")},
        {"languageType"_L1, QT_TRANSLATE_NOOP("models::Toolkit", "Language")},
        {"configFilePath"_L1, QT_TRANSLATE_NOOP("models::Toolkit", "Configuration")}};
    for (const auto &[name, label] : labels) {
        if (key == name)
            return tr(label);
    }
    return key; // one that a newer schema has
}

} // namespace

QList<ToolkitCard> toolkitCards()
{
    QList<ToolkitCard> cards{
        {u"pyTorchSettings"_s, u"PyTorch"_s, tr("ranks")},
        {u"tensorFlowSettings"_s, u"TensorFlow"_s, tr("workers, servers")},
        {u"horovodSettings"_s, u"Horovod"_s, tr("MPI ranks")},
        {u"customMpiSettings"_s, tr("Custom MPI"), tr("own MPI command")},
        {u"customToolkitSettings"_s, tr("Custom"), tr("own command")},
        {u"chainerSettings"_s, u"Chainer"_s, tr("MPI ranks")},
        {u"cntkSettings"_s, u"CNTK"_s, tr("Python, BrainScript")},
        {u"caffeSettings"_s, u"Caffe"_s, tr("solver, Python")},
        {u"caffe2Settings"_s, u"Caffe2"_s, tr("process per node")},
    };
    for (const auto &[key, tool] : engine::toolkits()) {
        if (std::none_of(cards.cbegin(), cards.cend(), [&key = key](const auto &card) { return card.key == key; }))
            cards.append({key, tool, {}});
    }
    return cards;
}

QList<ToolkitField> toolkitFields(const QString &toolkit)
{
    const QString parent = u"properties."_s + toolkit;
    QList<ToolkitField> fields;
    for (const engine::PropertySpec &spec : engine::documentSchema(engine::ResourceKind::Job)) {
        if (spec.byServer || spec.parentPath() != parent)
            continue;
        fields.append({spec.key(), labelOf(spec.key()), spec.help.text(), spec.values, spec.required,
                       spec.type == engine::PropertyType::Integer, spec.minimum});
    }
    return fields;
}

QString toolkitName(const QString &toolkit)
{
    for (const ToolkitCard &card : toolkitCards()) {
        if (card.key == toolkit)
            return card.name;
    }
    return toolkit;
}

} // namespace models
