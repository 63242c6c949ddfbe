// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QWidget>

namespace ui {

class Banner;
class SecretPanel;

/// Errors of a job, and the question for secrets that it waits for, below the header of its page. After a question
/// without an answer, the banner offers to ask again.
class JobNotices final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobNotices)

public:
    explicit JobNotices(engine::EngineClient &client, QWidget *parent = nullptr);

    void setJob(const engine::JobSnapshot &job); ///< asks while the job waits for a secret
    void showError(const engine::Error &error);

private:
    void askSecrets();
    void offerToAsk();
    void endOffer();

    Banner *m_banner;
    SecretPanel *m_secrets;
    engine::JobSnapshot m_job;
    engine::Message m_lack; ///< the missing secret of the last question, as the job's reason
    bool m_offersToAsk = false; ///< the banner offers to ask again
    bool m_isAskedFor = false; ///< the user requested the question
};

} // namespace ui
