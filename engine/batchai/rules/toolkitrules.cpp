// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/rules/documentrules.h"

#include "engine/api/document/documentschema.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int processesPerNode = 4; // of MPI and workers: the service's quota
constexpr int parameterServersPerNode = 1;

// Rules of the toolkit that a job uses.
class ToolkitRules
{
public:
    ToolkitRules(const QJsonObject &job, const QString &key, const JsonPath &path, FaultNotes &notes)
        : m_settings(job.value(key).toObject()), m_key(key), m_path(path / key), m_notes(notes)
    {
        const double nodes = job.value(u"nodeCount"_s).toDouble();
        m_nodes = nodes >= 1 && nodes <= 1'000'000 ? static_cast<int>(nodes) : 0;
    }

    void check()
    {
        checkCount(u"processCount"_s, processesPerNode);
        if (m_key == u"cntkSettings")
            checkCntk();
        else if (m_key == u"caffeSettings")
            checkCaffe();
        else if (m_key == u"pyTorchSettings")
            checkPyTorch();
        else if (m_key == u"tensorFlowSettings")
            checkTensorFlow();
    }

private:
    // An empty text counts as absent.
    [[nodiscard]] bool has(const QString &key) const
    {
        const QJsonValue value = m_settings.value(key);
        return isGiven(value) && !(value.isString() && value.toString().isEmpty());
    }

    void onlyWith(const QString &key, const QString &other)
    {
        if (has(key))
            m_notes.fault(m_path / key, u"OnlyWith"_s,
                          {QT_TRANSLATE_NOOP("engine", "“%1” goes only with %2; remove one of them."), {key, other}});
    }

    void checkCount(const QString &key, int perNode)
    {
        const double count = m_settings.value(key).toDouble();
        const int most = perNode * m_nodes;
        if (m_nodes == 0 || count <= most)
            return;
        m_notes.fault(m_path / key, u"OutOfRange"_s,
                      {QT_TRANSLATE_NOOP("engine",
                                         "“%1” is more than %2, which is %3 on each node; lower it or raise "
                                         "“nodeCount”."),
                       {key, QString::number(most), QString::number(perNode)}});
    }

    void checkCntk()
    {
        const QString script = u"pythonScriptFilePath"_s;
        const QString config = u"configFilePath"_s;
        const QString language = m_settings.value(u"languageType"_s).toString();
        const bool isPython = language.compare(u"Python", Qt::CaseInsensitive) == 0;
        const bool isBrainScript = language.compare(u"BrainScript", Qt::CaseInsensitive) == 0;
        if (isPython) {
            onlyWith(config, u"“languageType” BrainScript"_s);
            if (!has(script))
                m_notes.missing(m_path, script);
        } else if (isBrainScript) {
            onlyWith(script, u"“languageType” Python"_s);
            onlyWith(u"pythonInterpreterPath"_s, u"“languageType” Python"_s);
            if (!has(config))
                m_notes.missing(m_path, config);
        } else {
            checkOneFile();
        }
    }

    void checkCaffe() { checkOneFile(); }

    void checkOneFile()
    {
        const QString script = u"pythonScriptFilePath"_s;
        const QString config = u"configFilePath"_s;
        if (has(script) && has(config))
            m_notes.fault(m_path / script, u"NotTogether"_s,
                          {QT_TRANSLATE_NOOP("engine", "“%1” and “%2” do not go together; remove one of them."),
                           {script, config}});
        if (!has(script) && !has(config))
            m_notes.missingOneOf(
                m_path, {script, config},
                Message(QT_TRANSLATE_NOOP("engine", "“%1” should have either “%2” or “%3”."), {m_key, script, config}));
        if (!has(script))
            onlyWith(u"pythonInterpreterPath"_s, u"“pythonScriptFilePath”"_s);
    }

    void checkPyTorch()
    {
        const bool isDistributed = m_nodes > 1 || m_settings.value(u"processCount"_s).toDouble() > 1;
        if (isDistributed && !has(u"communicationBackend"_s))
            m_notes.missing(
                m_path, u"communicationBackend"_s,
                QT_TRANSLATE_NOOP("engine", "Several processes need “communicationBackend”: add TCP, Gloo or MPI."));
    }

    void checkTensorFlow()
    {
        checkCount(u"workerCount"_s, processesPerNode);
        checkCount(u"parameterServerCount"_s, parameterServersPerNode);
    }

    QJsonObject m_settings;
    QString m_key;
    JsonPath m_path;
    FaultNotes &m_notes;
    int m_nodes = 0; // 0 when unknown
};

} // namespace

void checkToolkitRules(const QJsonObject &job, const JsonPath &path, FaultNotes &notes)
{
    QString first;
    for (const auto &[key, type] : toolkits()) {
        if (!isGiven(job.value(key)))
            continue;
        if (job.value(key).isObject())
            ToolkitRules(job, key, path, notes).check();
        if (first.isEmpty())
            first = key;
        else
            notes.fault(
                path / key, u"TooMany"_s,
                {QT_TRANSLATE_NOOP("engine", "“%1” is one toolkit too many: “%2” is there; remove one of them."),
                 {key, first}});
    }
    if (!first.isEmpty())
        return;
    QStringList all;
    for (const auto &[key, type] : toolkits())
        all.append(key);
    notes.missingOneOf(
        path, all, QT_TRANSLATE_NOOP("engine", "A toolkit is missing; add one, for example “customToolkitSettings”."));
}

} // namespace engine
