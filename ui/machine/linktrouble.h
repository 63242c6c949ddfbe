// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "models/machine/connectattempt.h"

namespace ui {

class Banner;
class QuestionPanel;

/// Shows why a machine is not online, and connects it: its question, else the reason with a remedy. The caller places
/// the two widgets.
class LinkTrouble final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LinkTrouble)

public:
    LinkTrouble(engine::EngineClient &client, const engine::ResourceId &machine, QWidget *parent);

    [[nodiscard]] Banner *banner() const { return m_banner; }
    [[nodiscard]] QuestionPanel *question() const { return m_question; }

    void show(const engine::MachineSnapshot &machine);
    void reconnect();
    [[nodiscard]] bool isTrying() const;
    [[nodiscard]] bool needsForget() const; ///< the host key differs from the known one

signals:
    void changed(); ///< the attempt changed; to be followed by show()
    void reconnectRequested();
    void forgetRequested(); ///< forget the known host key

private:
    void answer(const engine::Answer &answer);
    void postpone();
    void takeRemedy();
    void showQuestion();
    void showReason(bool isPostponed);

    engine::ResourceId m_id;
    models::ConnectAttempt m_attempt;
    engine::MachineSnapshot m_machine;
    std::optional<engine::Question> m_postponed; // question that the user postponed
    Banner *m_banner;
    QuestionPanel *m_question;
    QString m_said; // last text in the banner
};

} // namespace ui
