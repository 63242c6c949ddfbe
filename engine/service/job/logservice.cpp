// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/job/logservice.h"

#include "engine/base/whenfinished.h"
#include "engine/registry/refusals.h"

#include <tuple>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QString profileKey = u"spoolLimit"_s; // key of a setting
const QString jobKey = u"jobSpoolLimit"_s;

LogLimits answerOf(const SpoolLimits &limits)
{
    return {limits.job, limits.profile};
}

} // namespace

LogService::LogService(Router &router, Store &store, LogCollector &logs) : m_store(store), m_logs(logs)
{
    router.on(method::limitLogs, this, &LogService::limit);
}

SpoolLimits LogService::storedLimits(const StoreContents &contents)
{
    SpoolLimits limits;
    if (const qint64 limit = contents.settings.value(profileKey).toLongLong(); limit > 0)
        limits.profile = limit;
    if (const qint64 limit = contents.settings.value(jobKey).toLongLong(); limit > 0)
        limits.job = limit;
    return limits;
}

void LogService::limit(const LimitLogs &request, const ReplyTo<LogLimits> &reply)
{
    const SpoolLimits now = m_logs.limits();
    SpoolLimits limits = now;
    for (const auto &[key, wanted, limit] :
         {std::tuple{u"perJob"_s, request.perJob, &limits.job}, {u"total"_s, request.total, &limits.profile}}) {
        if (!wanted)
            continue;
        *limit = *wanted;
        if (*limit < SpoolLimits::least)
            return reply(
                invalidArgument(key,
                                {QT_TRANSLATE_NOOP("engine", "Logs need room for 1000000 bytes or more. This is %1."),
                                 {QString::number(*limit)}}));
    }
    if (limits == now)
        return reply(answerOf(now));
    m_logs.setLimits(limits);
    m_store.putSetting({profileKey, QString::number(limits.profile)});
    whenFinished(m_store.putSetting({jobKey, QString::number(limits.job)}), this,
                 [reply, limits](const Result<void> &kept) { kept ? reply(answerOf(limits)) : reply(kept.error()); });
}

} // namespace engine
