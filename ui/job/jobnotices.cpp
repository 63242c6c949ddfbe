// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/jobnotices.h"

#include "engine/api/extension.h"
#include "models/document/wantedsecrets.h"
#include "ui/secret/secretpanel.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

JobNotices::JobNotices(engine::EngineClient &client, QWidget *parent)
    : QWidget(parent), m_banner(new Banner(this)), m_secrets(new SecretPanel(client, this))
{
    setLayout(newColumn({16, 0, 16, 0}, 8, {m_banner, m_secrets}));
    connect(m_secrets, &SecretPanel::asked, this, [this] {
        endOffer();
        if (std::exchange(m_isAskedFor, false))
            m_secrets->takeFocus();
        else
            m_secrets->offerFocus();
    });
    connect(m_secrets, &SecretPanel::failed, this, [this](const engine::Error &error) {
        showError(error);
        offerToAsk();
    });
    connect(m_secrets, &SecretPanel::noticed, this, [this](const QString &words) {
        m_offersToAsk = false;
        m_banner->setRemedy({});
        m_banner->showNotice(Mark::Unusable, words);
    });
    connect(m_secrets, &SecretPanel::canceled, this, [this] {
        m_banner->showNotice(Mark::Queued, tr("The job waits for its secrets."));
        offerToAsk();
    });
    connect(m_banner, &Banner::remedyRequested, this, [this] {
        endOffer();
        m_isAskedFor = true;
        m_lack = {};
        askSecrets();
    });
}

void JobNotices::setJob(const engine::JobSnapshot &job)
{
    m_job = job;
    askSecrets();
}

void JobNotices::showError(const engine::Error &error)
{
    m_offersToAsk = false;
    m_banner->setRemedy({});
    m_banner->showError(error);
}

// The engine checks again whenever a secret is set; the job's reason then names the next missing one.
void JobNotices::askSecrets()
{
    const bool lacksOne = m_job.state == engine::JobState::Queued
        && engine::extensionOf(m_job.document).value(u"reasonCode"_s).toString() == u"SecretMissing";
    if (m_secrets->isBusy())
        return; // first sends all typed secrets, even if the job's state changes after one of them
    if (!lacksOne) {
        m_isAskedFor = false;
        if (!std::exchange(m_lack, {}).isEmpty())
            m_secrets->withdraw();
        endOffer();
        return;
    }
    if (m_lack == m_job.reason)
        return;
    m_lack = m_job.reason;
    m_secrets->askAgain(models::secretsOf(engine::ResourceKind::Job, m_job.document), tr("Set and go on"));
}

void JobNotices::offerToAsk()
{
    m_isAskedFor = false;
    m_offersToAsk = true;
    m_banner->setRemedy(tr("Type them"));
}

void JobNotices::endOffer()
{
    if (!std::exchange(m_offersToAsk, false))
        return;
    m_banner->setRemedy({});
    m_banner->dismiss();
}

} // namespace ui
