// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/engine/job/troublefixture.h"

#include <QDir>

namespace testing {

/// A call that a stand-in recorded (tests/support/standins/program).
struct StandInCall
{
    QString program;
    QString host;
    QString rank;
    QString kind; ///< of a TensorFlow process: "worker", "ps"
    QString folder;
    QStringList arguments;
    QHash<QString, QString> environment;
};

/// Machines with stand-ins for the programs of old toolkits, on the PATH of submitOnStandIns() only, and with folders
/// to which the volumes of old documents are mapped.
class StandInFixture : public TroubleFixture
{
public:
    static constexpr auto programs = {
        "python", "python2.7", "python3.5", "cntk", "caffe", "apt",  "apt-get", "add-apt-repository", "pip",
        "pip3",   "conda",     "git",       "wget", "curl",  "sudo", "dpkg",    "nvidia-smi"};

    /// Starts \a count machines as TroubleFixture::begin(), and maps the volumes.
    engine::Result<QJsonValue> beginWithStandIns(int count, const NodeOptions &options = {})
    {
        if (const auto begun = begin(count, options); !begun)
            return begun;
        for (int i = 0; i < count; ++i) {
            if (!furnish(node(i)))
                return engine::Error::of(engine::ErrorCode::Internal, "The stand-ins are not there.");
        }
        engine::Result<QJsonValue> mapped = QJsonValue();
        for (const auto &[source, folder] : {std::pair("https://*.file.core.windows.net/logs", "logs"),
                                             {"https://*.file.core.windows.net/scripts", "scripts"},
                                             {"https://*.file.core.windows.net/batchaisample", "share"},
                                             {"blob://*/data", "data"},
                                             {"blob://*/batchaisample", "container"}}) {
            mapped = call(QStringLiteral("volume.map"),
                          {{QStringLiteral("source"), QString::fromLatin1(source)},
                           {QStringLiteral("target"),
                            QString(QStringLiteral("path:/home/alice/volumes/") + QString::fromLatin1(folder))}});
            if (!mapped)
                return mapped;
        }
        return mapped;
    }

    /// Submits a document without its container and with the stand-ins on its processes' PATH, else unchanged. \a more:
    /// overrides.
    engine::Result<QJsonValue> submitOnStandIns(const QString &name, const QByteArray &text,
                                                const QStringList &more = {}, const QList<QStringList> &variables = {})
    {
        QJsonArray environment;
        const auto add = [&environment](const QString &variable, const QString &value) {
            environment.append(QJsonObject{{QStringLiteral("name"), variable}, {QStringLiteral("value"), value}});
        };
        add(QStringLiteral("PATH"), QStringLiteral("/home/alice/standins:$PATH"));
        add(QStringLiteral("STANDIN_RECORD"), recordFolder(name));
        for (const QStringList &variable : variables)
            add(variable.value(0), variable.value(1));
        const QStringList overrides =
            QStringList{QStringLiteral("environmentVariables=")
                            + QString::fromUtf8(QJsonDocument(environment).toJson(QJsonDocument::Compact)),
                        QStringLiteral("x-batchdeck.container=ignore")}
            + more;
        return call(QStringLiteral("job.create"),
                    {{QStringLiteral("id"), jobId(name)},
                     {QStringLiteral("cluster"), QStringLiteral("desk")},
                     {QStringLiteral("text"), QString::fromUtf8(text)},
                     {QStringLiteral("overrides"), QJsonArray::fromStringList(overrides)}});
    }

    /// The recorded calls of the job's stand-ins on all machines, sorted by program, kind and rank.
    [[nodiscard]] QList<StandInCall> calls(const QString &job)
    {
        QList<StandInCall> found;
        for (int i = 0; i < fleet().count(); ++i) {
            const QDir folder(node(i).homeFolder() + recordFolder(job).mid(int(qstrlen("/home"))));
            for (const QString &name : folder.entryList(QDir::Files)) {
                if (name.startsWith(node(i).name() + u'.') && !name.endsWith(QStringLiteral(".part")))
                    found.append(read(contentOf(folder.filePath(name))));
            }
        }
        std::sort(found.begin(), found.end(), [](const StandInCall &a, const StandInCall &b) {
            return std::tuple(a.program, a.kind, a.rank.toInt(), a.host)
                < std::tuple(b.program, b.kind, b.rank.toInt(), b.host);
        });
        return found;
    }

    /// A line such as "python worker 1 on n2" for each call; a program of job preparation has its node's number instead
    /// of a rank.
    [[nodiscard]] QStringList callLines(const QString &job)
    {
        QStringList lines;
        for (const StandInCall &call : calls(job))
            lines.append(
                QString(call.program + u' ' + call.kind + u' ' + call.rank + QStringLiteral(" on ") + call.host)
                    .simplified());
        return lines;
    }

    /// Sorted names of the files in the standard output directory of the job's first attempt, on all its machines.
    [[nodiscard]] QStringList outputFiles(const engine::JobSnapshot &job)
    {
        QSet<QString> names;
        for (int i = 0; i < fleet().count(); ++i) {
            const QByteArray listed =
                node(i)
                    .exec(QStringLiteral("ls /home/alice/.batchdeck/jobs/*/%1/a1/*/stdouterr/ 2>/dev/null | "
                                         "grep '\\.txt$\\|\\.log$'")
                              .arg(job.uuid))
                    .output;
            for (const QByteArray &name : listed.split('\n')) {
                if (!name.isEmpty())
                    names.insert(QString::fromUtf8(name));
            }
        }
        QStringList sorted(names.cbegin(), names.cend());
        sorted.sort();
        return sorted;
    }

    /// Details of a job for the message of a failed test.
    [[nodiscard]] QByteArray story(const engine::JobSnapshot &job)
    {
        QByteArray text = ending(job).toUtf8() + ": " + job.reason.text().toUtf8() + '\n';
        for (const engine::JobError &error : job.errors)
            text += error.code.toUtf8() + ": " + error.message.text().toUtf8() + '\n';
        for (int i = 0; i < fleet().count(); ++i)
            text += "-- " + node(i).name().toUtf8() + '\n'
                + node(i)
                      .exec(QStringLiteral("cd /home/alice/.batchdeck/jobs/*/%1/a*/ && tail -n 30 */err */wrapper.log "
                                           "*/stdouterr/* 2>/dev/null")
                                .arg(job.uuid))
                      .output;
        return text;
    }

private:
    static QString recordFolder(const QString &job) { return QString(QStringLiteral("/home/alice/records/") + job); }

    static bool furnish(const Node &node)
    {
        const QString home = node.homeFolder() + QStringLiteral("/alice");
        const QDir here(home);
        const QString programFile = home + QStringLiteral("/standins/program");
        if (!here.mkpath(QStringLiteral("standins")))
            return false;
        if (!QFile::exists(programFile)
            && !QFile::copy(QStringLiteral(BATCHDECK_SOURCE_DIR "/tests/support/standins/program"), programFile))
            return false;
        QString script = QStringLiteral("cd /home/alice && chmod 755 standins/program");
        for (const char *name : programs)
            script += QStringLiteral(" && ln -sfn program standins/") + QString::fromLatin1(name);
        for (const char *folder :
             {"logs", "scripts/cntk", "scripts/horovod", "share/caffemnistsample", "data", "container"})
            script += QStringLiteral(" && mkdir -p volumes/") + QString::fromLatin1(folder);
        // Stand for the recipes' preparation scripts: they call the same programs.
        for (const char *file : {"scripts/cntk/jobprep_cntk_distributed_ib.sh", "scripts/horovod/jobprep_benchmark.sh",
                                 "share/caffemnistsample/preparation_script.sh"})
            script += QStringLiteral(" && printf 'apt-get update\\napt-get install -y wget\\npip install numpy\\n' > "
                                     "volumes/")
                + QString::fromLatin1(file);
        return bool(node.exec(script + QStringLiteral(" && chown -R alice: volumes standins")));
    }

    static StandInCall read(const QByteArray &record)
    {
        StandInCall call;
        for (const QByteArray &line : record.split('\n')) {
            const QString text = QString::fromUtf8(line);
            const QString value = text.section(u' ', 1);
            if (text.startsWith(QStringLiteral("program ")))
                call.program = value;
            else if (text.startsWith(QStringLiteral("host ")))
                call.host = value;
            else if (text.startsWith(QStringLiteral("rank ")))
                call.rank = value;
            else if (text.startsWith(QStringLiteral("kind ")))
                call.kind = value;
            else if (text.startsWith(QStringLiteral("folder ")))
                call.folder = value;
            else if (text.startsWith(QStringLiteral("argument ")))
                call.arguments.append(value);
            else if (text.startsWith(QStringLiteral("environment ")))
                call.environment.insert(value.section(u'=', 0, 0), value.section(u'=', 1));
        }
        return call;
    }
};

/// A StandInFixture with two machines, shared by all functions of a test.
class SharedStandIns
{
public:
    /// For initTestCase(), after its checks for parts.
    engine::Result<QJsonValue> begin()
    {
        StandInFixture::warmUp();
        m_fixture = std::make_unique<StandInFixture>();
        const auto begun = m_fixture->beginWithStandIns(2);
        m_isReady = begun.has_value();
        return begun;
    }
    /// For cleanupTestCase(): returns what was left behind, or nothing.
    QByteArray end()
    {
        const QByteArray left = m_isReady ? m_fixture->end() : QByteArray();
        m_fixture.reset();
        return left;
    }
    StandInFixture *operator->() const { return m_fixture.get(); }

private:
    std::unique_ptr<StandInFixture> m_fixture;
    bool m_isReady = false;
};

} // namespace testing
