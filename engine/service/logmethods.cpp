// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// The copies of logs.

#include "engine/service/service.h"

#include "engine/base/whenfinished.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QString profileKey = u"spoolLimit"_s; // of settings
const QString jobKey = u"jobSpoolLimit"_s;

} // namespace

LogCollector::Settings Service::logSettings() const
{
    const QHash<QString, QString> &settings = m_store->initialContents().settings;
    LogCollector::Settings result;
    result.spoolRoot = m_options.profileDirectory + u"/spool"_s;
    result.readers = m_options.logReaders;
    if (const qint64 limit = settings.value(profileKey).toLongLong(); limit > 0)
        result.limits.profile = limit;
    if (const qint64 limit = settings.value(jobKey).toLongLong(); limit > 0)
        result.limits.job = limit;
    return result;
}

void Service::limitLogs(const QJsonObject &parameters, const Reply &reply)
{
    const SpoolLimits now = m_logs.limits();
    const Result<SpoolLimits> limits = SpoolLimits::fromJson(parameters, now);
    if (!limits)
        return reply(limits.error());
    if (*limits == now)
        return reply(QJsonValue(now.toJson()));
    m_logs.setLimits(*limits);
    m_store->putSetting({profileKey, QString::number(limits->profile)});
    whenFinished(m_store->putSetting({jobKey, QString::number(limits->job)}), this,
                 [reply, limits](const Result<void> &kept) {
                     kept ? reply(QJsonValue(limits->toJson())) : reply(kept.error());
                 });
}

} // namespace engine
