// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QWidget>

namespace ui {

class Banner;
class SecretPanel;

/// What a job's page says below its header: errors, and the question for the secrets that the job waits for. Not
/// answered, the banner offers to ask again.
class JobNotices final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobNotices)

public:
    explicit JobNotices(engine::EngineClient &client, QWidget *parent = nullptr);

    void setJob(const engine::JobSnapshot &job); ///< asks while it waits for a secret
    void showError(const engine::Error &error);

private:
    void askSecrets();
    void offerToAsk();
    void endOffer();

    Banner *m_banner;
    SecretPanel *m_secrets;
    engine::JobSnapshot m_job;
    engine::Message m_lack; ///< what it was said to wait for when it was asked
    bool m_offersToAsk = false; ///< the banner does
    bool m_isAskedFor = false; ///< the question, by the user
};

} // namespace ui
