// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/rules/variablerules.h"

#include "engine/base/shellquote.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

/// Checks the texts of a setup in the order in which a node defines their variables.
class SetupReader
{
public:
    explicit SetupReader(FaultNotes &notes) : m_defined(definedEverywhere()), m_notes(notes)
    {
        for (const QString &name :
             {u"AZ_BATCHAI_MOUNT_ROOT"_s, u"AZ_BATCHAI_NUM_GPUS"_s, u"AZ_BATCHAI_NODE_IP"_s, u"AZ_BATCH_NODE_ID"_s})
            m_defined.insert(name);
    }

    void readTask(const QJsonObject &task, const JsonPath &path)
    {
        readPrefix(task.value(u"stdOutErrPathPrefix"_s).toString(), path / u"stdOutErrPathPrefix"_s);
        m_defined.insert(u"AZ_BATCHAI_STDOUTERR_DIR"_s);
        const QJsonArray variables = task.value(u"environmentVariables"_s).toArray();
        for (int i = 0; i < variables.size(); ++i) {
            readText(variables.at(i)[u"value"_s], path / u"environmentVariables"_s / i / u"value"_s);
            m_defined.insert(variables.at(i)[u"name"_s].toString());
        }
        for (const QJsonValue &secret : task.value(u"secrets"_s).toArray())
            m_defined.insert(secret[u"name"_s].toString());
        for (const QString &name : variablesIn(task.value(u"commandLine"_s).toString())) {
            if (name.startsWith(u"AZ_BATCH")) // a command line may define other variables itself
                warnIfUndefined(name, path / u"commandLine"_s);
        }
    }

private:
    void readPrefix(const QString &prefix, const JsonPath &path)
    {
        readText(prefix, path);
        const bool isFull =
            prefix.startsWith(u'/') || prefix.startsWith(u"~/"_s) || prefix == u"~" || prefix.startsWith(u'$');
        if (!prefix.isEmpty() && !isFull)
            m_notes.warn(path, u"RelativePath"_s,
                         {QT_TRANSLATE_NOOP("engine",
                                            "“%1” is no full path: it is taken below the folder in which the "
                                            "setup runs, on each node its own. Begin it with / or ~/ for another "
                                            "place."),
                          {shortened(prefix)}});
    }

    void readText(const QJsonValue &text, const JsonPath &path)
    {
        for (const QString &name : variablesIn(text.toString()))
            warnIfUndefined(name, path);
    }

    void warnIfUndefined(const QString &name, const JsonPath &path)
    {
        if (!m_defined.contains(name))
            m_notes.warn(path, u"UndefinedVariable"_s, undefinedVariableWords(name));
    }

    QSet<QString> m_defined;
    FaultNotes &m_notes;
};

} // namespace

const QSet<QString> &definedEverywhere()
{
    static const QSet<QString> names{u"HOME"_s,   u"USER"_s,   u"LOGNAME"_s,  u"SHELL"_s,           u"PATH"_s, u"PWD"_s,
                                     u"OLDPWD"_s, u"TMPDIR"_s, u"HOSTNAME"_s, u"LD_LIBRARY_PATH"_s, u"LANG"_s, u"UID"_s,
                                     u"EUID"_s,   u"RANDOM"_s, u"SECONDS"_s,  u"BASHPID"_s};
    return names;
}

Message undefinedVariableWords(const QString &name)
{
    return {QT_TRANSLATE_NOOP("engine",
                              "Nothing here defines $%1: unless the node does, nothing stands in its place. A dollar "
                              "sign itself is written \\$, in JSON \\\\$."),
            {shortened(name)}};
}

void checkSetupVariables(const QJsonObject &setup, const JsonPath &path, FaultNotes &notes)
{
    SetupReader(notes).readTask(setup.value(u"setupTask"_s).toObject(), path / u"setupTask"_s);
}

} // namespace engine
