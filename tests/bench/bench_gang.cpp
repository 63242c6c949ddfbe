// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// From the submit of a job of many nodes to the moment at which all of its processes run; against as many jobs of one
// node that are submitted at once, of which the last to run is the slowest node's own start, and against one of them
// alone. Machines in namespaces, all on this computer, so that they share its processors and its clock. By turns,
// medians. bench_gang [NODES] [ROUNDS]

#include "tests/bench/turns.h"
#include "tests/engine/machine/sshfixture.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;
using bench::median;
using engine::JobSnapshot;

namespace {

/// Each process says when it began to run, in nanoseconds of the epoch, and stays a moment.
constexpr auto script = "date +%s%N; sleep 1\n";

QByteArray documentFor(int nodes)
{
    const QJsonObject file{{u"path"_s, u"rank.sh"_s}, {u"content"_s, QString::fromLatin1(script)}};
    return QJsonDocument(QJsonObject{{u"properties"_s,
                                      QJsonObject{{u"nodeCount"_s, nodes},
                                                  {u"stdOutErrPathPrefix"_s, u"$AZ_BATCHAI_JOB_TEMP"_s},
                                                  {u"pyTorchSettings"_s,
                                                   QJsonObject{{u"pythonInterpreterPath"_s, u"sh"_s},
                                                               {u"pythonScriptFilePath"_s, u"rank.sh"_s},
                                                               {u"communicationBackend"_s, u"TCP"_s}}},
                                                  {u"x-batchdeck"_s, QJsonObject{{u"files"_s, QJsonArray{file}}}}}}})
        .toJson();
}

qint64 nowNs()
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return qint64(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

class Bench
{
public:
    explicit Bench(int nodes) : m_nodes(nodes) { }

    [[nodiscard]] bool open()
    {
        if (!m_fleet.up(m_nodes) || !m_fixture.start())
            return false;
        QStringList names;
        for (int i = 0; i < m_nodes; ++i) {
            names.append(m_fleet.node(i).name());
            if (!m_fixture.addMachine(names.constLast(), testing::Door::of(m_fleet.node(i))))
                return false;
        }
        return bool(m_fixture.makeCluster(names));
    }

    /// Seconds from the submit of \a jobs, each of \a nodes, until the last process of all runs.
    double timed(int jobs, int nodes)
    {
        QStringList names;
        const QByteArray text = documentFor(nodes);
        QList<QFuture<engine::Result<QJsonValue>>> answers;
        const qint64 submitted = nowNs();
        for (int i = 0; i < jobs; ++i) {
            names.append(u"job-%1"_s.arg(++m_last));
            answers.append(m_fixture.begin(u"job.create"_s,
                                           {{u"id"_s, testing::EngineFixture::jobId(names.constLast())},
                                            {u"cluster"_s, u"desk"_s},
                                            {u"text"_s, QString::fromUtf8(text)}}));
        }
        qint64 last = 0;
        for (const QString &name : std::as_const(names))
            last = qMax(last, lastStart(name, nodes));
        return double(last - submitted) / 1e9;
    }

private:
    qint64 lastStart(const QString &name, int processes)
    {
        const JobSnapshot job = m_fixture.finished(name, 300'000);
        if (job.state != engine::JobState::Succeeded)
            qFatal("the job %s is %s: %s", qPrintable(name), qPrintable(toString(job.state)),
                   qPrintable(job.reason.text()));
        qint64 last = 0;
        for (int rank = 0; rank < processes; ++rank) {
            const qint64 start = testing::EngineFixture::log(job, u"stdout-%1.txt"_s.arg(rank)).trimmed().toLongLong();
            if (start == 0)
                qFatal("process %d of %s said nothing", rank, qPrintable(name));
            last = qMax(last, start);
        }
        return last;
    }

    int m_nodes;
    int m_last = 0;
    testing::NodeFleet m_fleet;
    testing::SshFixture m_fixture;
};

} // namespace

int main(int argc, char **argv)
{
    if (const auto status = testing::enterNetwork())
        return *status;
    QCoreApplication application(argc, argv);
    if (!testing::isInsideNetwork()) {
        std::printf("NOT MEASURED: machines in namespaces need root\n");
        return 0;
    }
    const int nodes = argc > 1 ? QByteArray(argv[1]).toInt() : 16;
    const int rounds = argc > 2 ? QByteArray(argv[2]).toInt() : 5;
    Bench bench(nodes);
    if (!bench.open())
        qFatal("the machines did not start");
    bench.timed(nodes, 1); // connections, scripts and caches are warm
    QList<double> together, apart, alone;
    for (int round = 0; round < rounds; ++round) {
        together.append(bench.timed(1, nodes));
        apart.append(bench.timed(nodes, 1));
        alone.append(bench.timed(1, 1));
    }
    const QByteArray what = "submit to all processes running, a job of " + QByteArray::number(nodes) + " nodes / "
        + QByteArray::number(nodes) + " jobs of one / one alone";
    testing::measured(what.constData(),
                      u"%1 / %2 / %3 s"_s.arg(median(together), 0, 'f', 2)
                          .arg(median(apart), 0, 'f', 2)
                          .arg(median(alone), 0, 'f', 2));
    testing::measured("the same, against the slowest of the jobs of one node",
                      u"%1x"_s.arg(median(together) / median(apart), 0, 'f', 2), "2x");
    return 0;
}
