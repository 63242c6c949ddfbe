// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/loggapnotice.h"

#include "models/words.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"

namespace ui {

namespace {

constexpr auto gapLooks = std::chrono::seconds(5);

} // namespace

LogGapNotice::LogGapNotice(QWidget *parent) : QWidget(parent), m_banner(new Banner)
{
    m_banner->setObjectName(QStringLiteral("missingMiddle"));
    setLayout(newColumn({}, 0, {m_banner}));
    connect(m_banner, &Banner::remedyRequested, this, &LogGapNotice::requestMiddle);
    connect(m_banner, &Banner::closed, this, [this] { m_isClosed = true; });
}

void LogGapNotice::begin()
{
    m_toldGap.reset();
    m_toldLoss = false;
    m_isClosed = false;
}

void LogGapNotice::setLog(const engine::LogFileSnapshot &log)
{
    m_log = log;
    look();
}

void LogGapNotice::look()
{
    m_rest.setRemainingTime(gapLooks);
    const std::optional<engine::LogGap> gap = engine::logGap(m_log.spoolPath);
    const bool hasLoss = engine::mayMissBytes(m_log.spoolPath);
    if (!gap && !hasLoss)
        m_banner->dismiss();
    const bool isKnown = gap == m_toldGap && hasLoss == m_toldLoss;
    m_isClosed = m_isClosed && hasLoss == m_toldLoss; // a loss shows the banner again, a growing gap does not
    m_toldGap = gap;
    m_toldLoss = hasLoss;
    if (isKnown || m_isClosed)
        return;
    QStringList words;
    if (gap)
        words.append(tr("%1 in the middle of this log are not kept on this computer, to save room.")
                         .arg(models::fileSize(gap->bytes())));
    if (gap && gap->source.isEmpty())
        words.append(tr("The file on %1 that had them is not known any more.").arg(m_log.node));
    if (hasLoss)
        words.append(tr("Some of this log may be lost: its file on %1 was cut or replaced before all of it was copied.")
                         .arg(m_log.node));
    if (words.isEmpty())
        return;
    const QString first = words.takeFirst();
    m_banner->showNotice(Mark::Terminating, first, words.join(u' '));
    m_banner->setRemedy(gap && !gap->source.isEmpty() ? tr("Read them from %1").arg(m_log.node) : QString());
}

void LogGapNotice::lookNowAndThen()
{
    if (m_rest.hasExpired())
        look();
}

QString LogGapNotice::whyNoMiddle() const
{
    const std::optional<engine::LogGap> gap = engine::logGap(m_log.spoolPath);
    if (!gap)
        return tr("Nothing of this log is missing.");
    return gap->source.isEmpty() ? tr("The file on %1 that had it is not known any more.").arg(m_log.node) : QString();
}

void LogGapNotice::requestMiddle()
{
    const std::optional<engine::LogGap> gap = engine::logGap(m_log.spoolPath);
    if (gap && !gap->source.isEmpty())
        emit middleRequested(m_log, *gap);
    else
        look(); // shows the reason
}

} // namespace ui
