// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "engine/api/resource/states.h"
#include "ui/connect/steperror.h"
#include "ui/theme/tokens.h"

#include <QScrollArea>

#include <array>

class QPushButton;
class QVBoxLayout;

namespace models {
class ConnectAttempt;
}

namespace ui {

class Picture;
class QuestionPanel;
class ToneLabel;

/// Live view of a ConnectAttempt: finished and current steps, and at its step the question, which it answers, or the
/// error with remedies.
class StepsView final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StepsView)

public:
    explicit StepsView(models::ConnectAttempt &attempt, QWidget *parent = nullptr);

    /// Whether the profile has a key of this machine that can be forgotten.
    void setCanForget(bool canForget) { m_canForget = canForget; }
    [[nodiscard]] QString stateWord(engine::ConnectStep step) const; ///< text beside the step
    void takeFocus(); ///< focuses the next action, for a connected machine or an error
    [[nodiscard]] StepError *error() const { return m_error; }

signals:
    void remedyRequested(ui::StepError::Remedy remedy);
    void clusterRequested(const engine::ResourceId &machine);
    void openRequested(const engine::ResourceId &machine);

private:
    struct Row
    {
        Picture *mark = nullptr;
        ToneLabel *title = nullptr;
        ToneLabel *state = nullptr;
        ToneLabel *detail = nullptr;
        QVBoxLayout *place = nullptr; // contains the question or the error
    };
    static constexpr int stepCount = int(engine::ConnectStep::Ready) + 1;

    void addRow(QVBoxLayout *column, engine::ConnectStep step);
    void addReady(QVBoxLayout *column);
    void refresh();
    void showStep(engine::ConnectStep step);
    void placeQuestion();
    void placeError();
    void bringIntoView(QWidget *widget);

    models::ConnectAttempt &m_attempt;
    std::array<Row, size_t(stepCount)> m_rows;
    QuestionPanel *m_question;
    StepError *m_error;
    QWidget *m_ready = nullptr;
    ToneLabel *m_readyWords = nullptr;
    QPushButton *m_toCluster = nullptr;
    bool m_canForget = false;
};

} // namespace ui
