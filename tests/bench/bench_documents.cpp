// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Job documents checked, completed and planned a second: the service's recipes, and one of 1 MB. In the same run, by
// turns: Python's json and jsonschema with the service's own schema (reads and checks only), and the floor,
// QJsonDocument, which only reads. bench_documents [SECONDS-A-TURN [TURNS]]

#include "engine/api/document/documents.h"
#include "engine/launch/launchplan.h"
#include "tests/support/parts.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace engine;
using namespace Qt::StringLiterals;

namespace {

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values.at(values.size() / 2);
}

QString dataFolder()
{
    return qEnvironmentVariable("BATCHDECK_TEST_DATA", QStringLiteral(BATCHDECK_SOURCE_DIR "/../shared/data"))
        + u"/batch-ai"_s;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QFile::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

QStringList recipes()
{
    QStringList files;
    for (QDirIterator it(dataFolder() + u"/recipes"_s, {u"job*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
         it.hasNext();)
        files.append(it.next());
    files.sort();
    return files;
}

// A job as a program writes one: variables, directories and volumes, 1 MB of them.
QByteArray largeJob()
{
    QByteArray text =
        R"({"properties":{"nodeCount":2,"stdOutErrPathPrefix":"/o","horovodSettings":{"pythonScriptFilePath":"x.py"})";
    const auto list = [&text](const char *name, const char *item, int count) {
        text += ",\n\"" + QByteArray(name) + "\":[";
        for (int i = 0; i < count; ++i)
            text += (i == 0 ? QByteArray() : ",\n  "_ba) + QByteArray(item).replace('#', QByteArray::number(i));
        text += ']';
    };
    list("environmentVariables", R"({"name":"VARIABLE_#","value":"$AZ_BATCHAI_JOB_TEMP/value of #"})", 5500);
    list("inputDirectories", R"({"id":"I#","path":"$AZ_BATCHAI_JOB_MOUNT_ROOT/unmanaged#/data"})", 4500);
    text += ",\"mountVolumes\":{\"fileServers\":[]";
    list("unmanagedFileSystems",
         R"({"mountCommand":"mount -t glusterfs 10.0.0.4:/gv#","relativeMountPath":"unmanaged#"})", 4500);
    return text + "}}}";
}

void planned(const QByteArray &text)
{
    const DocumentCheck check = checkDocument(ResourceKind::Job, text);
    if (!check.isValid())
        qFatal("%s", qPrintable(check.faults.constFirst().message.englishText()));
    PlanView view;
    view.job = ResourceId::group(u"p"_s, u"g"_s)
                   .child(ResourceKind::Workspace, u"w"_s)
                   .child(ResourceKind::Experiment, u"e"_s)
                   .child(ResourceKind::Job, u"j"_s);
    view.document = withDefaults(ResourceKind::Job, check.document);
    const int nodes = view.document.value(u"properties"_s).toObject().value(u"nodeCount"_s).toInt();
    for (int i = 0; i < nodes; ++i)
        view.nodes.append({u"node%1"_s.arg(i), u"10.0.0.%1"_s.arg(i + 4), u"/home/u/.batchdeck"_s, u"m%1"_s.arg(i), 1});
    if (planLaunch(view).nodes.size() != nodes)
        qFatal("a node has no plan");
}

void onlyRead(const QByteArray &text)
{
    if (QJsonDocument::fromJson(text).isNull())
        qFatal("not JSON");
}

template <typename Work> double perSecond(const QList<QByteArray> &texts, double seconds, const Work &work)
{
    QElapsedTimer timer;
    timer.start();
    qint64 count = 0;
    do {
        for (const QByteArray &text : texts)
            work(text);
        count += texts.size();
    } while (double(timer.nsecsElapsed()) < seconds * 1e9);
    return double(count) * 1e9 / double(timer.nsecsElapsed());
}

// 0: it could not.
double peerPerSecond(const QStringList &files, double seconds)
{
    QProcess peer;
    peer.start(u"/usr/bin/python3"_s,
               QStringList{QStringLiteral(BATCHDECK_SOURCE_DIR "/tests/bench/jsonschema_peer.py"),
                           dataFolder() + u"/schemas/job.json"_s, QString::number(seconds)}
                   + files);
    return peer.waitForFinished(120'000) && peer.exitCode() == 0 ? peer.readAllStandardOutput().trimmed().toDouble()
                                                                 : 0;
}

void report(const char *what, const char *unit, double value)
{
    if (value > 0)
        std::printf("%-60s %12.1f %s\n", what, value, unit);
    else
        std::printf("%-60s %12s\n", what, "not here");
}

struct Rates
{
    std::vector<double> ours, peer, floor;
};

Rates measure(const QStringList &files, double seconds, int turns, bool hasPeer)
{
    QList<QByteArray> texts;
    for (const QString &file : files)
        texts.append(contentOf(file));
    Rates rates;
    for (int turn = 0; turn < turns; ++turn) {
        rates.ours.push_back(perSecond(texts, seconds, planned));
        if (hasPeer)
            rates.peer.push_back(peerPerSecond(files, seconds));
        rates.floor.push_back(perSecond(texts, seconds, onlyRead));
    }
    return rates;
}

void print(const char *title, const Rates &rates)
{
    std::printf("%s, median of turns\n", title);
    report("  ours: checked, completed, planned", "documents/s", median(rates.ours));
    report("  Python json + jsonschema: checked", "documents/s", median(rates.peer));
    report("  QJsonDocument: read", "documents/s", median(rates.floor));
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const double seconds = argc > 1 ? std::max(0.01, std::atof(argv[1])) : 1;
    const int turns = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;

    const bool hasSchema = QFile::exists(dataFolder() + u"/schemas/job.json"_s);
    const bool hasPeer = hasSchema && testing::findPart(u"jsonschema"_s) == testing::Part::Here;
    const QStringList files = recipes();
    if (files.isEmpty()) {
        std::printf("SKIP   : bench_documents: no recipes below BATCHDECK_TEST_DATA\n");
    } else {
        const Rates rates = measure(files, seconds, turns, hasPeer);
        print("jobs of the recipes", rates);
        testing::measured("recipes checked, completed and planned",
                          u"%1 a second (jsonschema, checks only: %2)"_s.arg(qRound(median(rates.ours)))
                              .arg(qRound(median(rates.peer))),
                          "1,000 a second");
    }

    const QTemporaryDir folder;
    const QString large = folder.filePath(u"job.json"_s);
    QFile file(large);
    if (!file.open(QFile::WriteOnly) || file.write(largeJob()) < 1'000'000)
        return 1;
    file.close();
    const Rates rates = measure({large}, seconds, turns, hasPeer);
    print("a job of 1 MB", rates);
    testing::measured("a job of 1 MB checked, completed and planned",
                      u"%1 ms"_s.arg(qRound(1000 / median(rates.ours))));
    return 0;
}
