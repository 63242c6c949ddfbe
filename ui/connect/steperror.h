// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

#include <QFrame>

class QHBoxLayout;
class QToolButton;

namespace ui {

class ToneLabel;

/// Shows the error of a connection step: cause, consequence, fingerprints, folded details, and remedies.
class StepError final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StepError)

public:
    enum class Remedy { TryAgain, ChooseKey, ForgetKey, CopyForgetCommand };

    explicit StepError(QWidget *parent = nullptr);

    /// \a forgetCommand: command that removes a changed key. \a canForget: the profile has a key to forget.
    void showError(const engine::Error &error, const QString &forgetCommand, bool canForget);
    void takeFocus(); ///< focuses the first remedy, if any
    void setConsequence(const QString &words);
    [[nodiscard]] QString text() const;

signals:
    void remedyRequested(ui::StepError::Remedy remedy);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void addRemedy(Remedy remedy, const QString &text, const QString &whatExactly = {});
    void clearRemedies();

    ToneLabel *m_cause;
    ToneLabel *m_consequence;
    ToneLabel *m_fingerprints;
    ToneLabel *m_details;
    QToolButton *m_fold;
    QHBoxLayout *m_remedies = nullptr;
    QList<QWidget *> m_buttons;
};

} // namespace ui
