// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/node/runtime/runtimefixture.h"

#include <csignal>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::Bench;

NodePlan RuntimeFixture::plan(QJsonObject properties, const QByteArray &script, int nodes)
{
    Bench::write(m_bench->home(), "script", script);
    properties.insert(u"nodeCount"_s, nodes);
    properties.insert(u"stdOutErrPathPrefix"_s, u"$AZ_BATCHAI_JOB_TEMP/logs"_s);
    PlanView view;
    view.job = ResourceId::group(u"p"_s, u"G"_s)
                   .child(ResourceKind::Workspace, u"W"_s)
                   .child(ResourceKind::Experiment, u"E"_s)
                   .child(ResourceKind::Job, u"J"_s);
    view.jobUuid = u"u"_s;
    view.document = {{u"properties"_s, properties}};
    view.hasSharedHome = true;
    view.volumes = m_volumes;
    for (int i = 0; i < nodes; ++i)
        view.nodes.append({u"n%1"_s.arg(i), u"127.0.0.1"_s, m_bench->home(), i == 0 ? u"machine"_s : u"other"_s});
    return planLaunch(view).nodes.constFirst();
}

QJsonObject RuntimeFixture::torch(int processes) const
{
    return {{u"pyTorchSettings"_s, settings({{u"processCount"_s, processes}})}};
}

QJsonObject RuntimeFixture::settings(QJsonObject settings) const
{
    settings.insert(u"pythonInterpreterPath"_s, u"sh"_s);
    settings.insert(u"pythonScriptFilePath"_s, QString(m_bench->home() + u"/script"_s));
    return settings;
}

Result<AttemptStatus> RuntimeFixture::start(const NodePlan &plan)
{
    QByteArray payload = wrapperPayload(plan);
    payload.chop(int(qstrlen("\n#end\n")));
    m_attempt = plan.directory;
    return m_bench->start(m_attempt, payload);
}

AttemptStatus RuntimeFixture::end()
{
    return m_bench->waitFor(m_attempt, testing::Kind::Exited);
}

AttemptStatus RuntimeFixture::ask(const QByteArray &verb, const QByteArray &words, const QByteArray &input)
{
    const auto state = m_bench->ask(verb + ' ' + shellWord(m_attempt) + ' ' + words, input);
    return state ? *state : AttemptStatus{};
}

QByteArray RuntimeFixture::log(const QByteArray &name) const
{
    const QByteArray path = "stdouterr/" + name;
    return Bench::read(m_attempt, path.constData());
}

void RuntimeFixture::kill(const char *file) const
{
    const pid_t pid = Bench::read(m_attempt, file).split(' ').constFirst().toInt();
    QVERIFY(pid > 1);
    ::kill(pid, SIGKILL);
}
