// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/joblogs.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace engine {

JobLogs::JobLogs(LogCollector &logs, QString spool, QObject *parent)
    : QObject(parent), m_logs(logs), m_spool(std::move(spool))
{
    connect(&m_logs, &LogCollector::appeared, this, [this](const QString &key) {
        if (m_open.contains(key))
            emit advanced(key);
    });
    connect(&m_logs, &LogCollector::completed, this, [this](const QString &key) { done(key); });
    connect(&m_logs, &LogCollector::stalled, this, [this](const QString &key, const Error &error) {
        if (m_open.contains(key))
            emit failed(error);
    });
    connect(&m_logs, &LogCollector::failed, this, [this](const QString &key, const Error &error) {
        if (!m_open.contains(key))
            return;
        emit failed(error);
        done(key);
    });
}

bool JobLogs::followNode(const JobRecord &record, const NodeRun &run, const std::shared_ptr<RemoteHost> &host)
{
    if (m_followed.contains(run.machine))
        return false;
    m_followed.append(run.machine);
    for (const QString &name : run.logNames)
        begin(run, name, run.directory + u"/stdouterr/"_s + name, host);
    begin(run, record.samplesSpoolName(), run.directory + u"/samples"_s, host);
    return true;
}

void JobLogs::begin(const NodeRun &run, const QString &name, const QString &remotePath,
                    const std::shared_ptr<RemoteHost> &host)
{
    const QString key = folderOf(run) + name;
    m_open.append(key);
    m_logs.follow({key, host, remotePath, key});
}

FollowedJobFile JobLogs::follow(const JobRecord &record, const NodeRun &run, const QString &outputDirectory,
                                const QString &file, const std::shared_ptr<RemoteHost> &host)
{
    const bool isLog = outputDirectory == u"stdouterr"_s;
    const QString name = isLog ? file : u"outputs/"_s + outputDirectory + u'/' + file;
    const QString key = folderOf(run) + name;
    const bool isOurs = isLog && run.logNames.contains(file);
    if (!isOurs && host && !m_extra.contains(key)) {
        m_extra.append(key);
        begin(run, name, run.directory + u'/' + (isLog ? u"stdouterr/"_s : QString()) + name, host);
        if (isFinal(record.state))
            m_logs.finish(key);
    }
    return {key, QFile::exists(key), isFinal(record.state) && !m_open.contains(key)};
}

void JobLogs::finish(const NodeRun &run)
{
    const QString folder = folderOf(run);
    for (const QString &key : QStringList(m_open)) {
        if (key.startsWith(folder))
            m_logs.finish(key);
    }
}

void JobLogs::stop()
{
    for (const QString &key : std::as_const(m_open))
        m_logs.stop(key);
    m_open.clear();
    m_extra.clear();
    m_followed.clear();
}

void JobLogs::done(const QString &key)
{
    if (!m_open.removeOne(key))
        return;
    emit advanced(key);
    if (m_open.isEmpty())
        emit closed();
}

} // namespace engine
