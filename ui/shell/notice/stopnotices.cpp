// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/notice/stopnotices.h"

#include "models/deletion.h"

#include <QLocale>

namespace ui {

using engine::ResourceId;
using models::JobStops;

StopNotices::StopNotices(JobStops &stops, const Notices &notices, QObject *parent)
    : QObject(parent), m_stops(stops), m_notices(notices)
{
    connect(&stops, &JobStops::began, this, &StopNotices::begin);
    connect(&stops, &JobStops::undone, this, [this](int number, const QList<ResourceId> &jobs) {
        end(number, tr("%1: not stopped.").arg(models::resourcesText(jobs)));
    });
    connect(&stops, &JobStops::done, this, [this](int number, const QList<ResourceId> &jobs) {
        end(number, tr("Stopping %1.").arg(models::resourcesText(jobs)));
    });
    connect(&stops, &JobStops::failed, notices.banner, &Banner::showError);
}

void StopNotices::begin(int number, const QList<ResourceId> &jobs)
{
    const auto undo = [this, number] { m_stops.undo(number); };
    const QString words =
        tr("%1: to be stopped in %2 seconds.")
            .arg(models::resourcesText(jobs), QLocale().toString(qint64(JobStops::usualGrace.count())));
    m_operations.insert(number, m_notices.activity->begin(words, undo));
    m_notices.toast->say(words, tr("Undo"), undo);
    emit changed();
}

void StopNotices::end(int number, const QString &words)
{
    m_notices.activity->end(m_operations.take(number));
    m_notices.toast->say(words);
    emit changed();
}

} // namespace ui
