// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/form/toolkitform.h"

#include "engine/api/document/documentschema.h"
#include "models/translated.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

QString settingLabel(const QString &key)
{
    static constexpr Wording labels[]{
        {"commandLine", QT_TRANSLATE_NOOP("models", "Command line")},
        {"pythonScriptFilePath", QT_TRANSLATE_NOOP("models", "Script")},
        {"pythonInterpreterPath", QT_TRANSLATE_NOOP("models", "Interpreter")},
        {"commandLineArgs", QT_TRANSLATE_NOOP("models", "Arguments")},
        {"masterCommandLineArgs", QT_TRANSLATE_NOOP("models", "Master arguments")},
        {"workerCommandLineArgs", QT_TRANSLATE_NOOP("models", "Worker arguments")},
        {"parameterServerCommandLineArgs", QT_TRANSLATE_NOOP("models", "Server arguments")},
        {"processCount", QT_TRANSLATE_NOOP("models", "Processes")},
        {"workerCount", QT_TRANSLATE_NOOP("models", "Workers")},
        {"parameterServerCount", QT_TRANSLATE_NOOP("models", "Servers")},
        {"communicationBackend", QT_TRANSLATE_NOOP("models", "Backend")},
        {"languageType", QT_TRANSLATE_NOOP("models", "Language")},
        {"configFilePath", QT_TRANSLATE_NOOP("models", "Configuration")}};
    return translated(labels, key, key); // a newer schema may have further settings
}

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
        fields.append({spec.key(), settingLabel(spec.key()), spec.help.text(), spec.values, spec.required,
                       spec.type == engine::PropertyType::Integer, spec.minimum});
    }
    return fields;
}

} // namespace models
