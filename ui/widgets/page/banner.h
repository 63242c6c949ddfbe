// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"
#include "ui/theme/tokens.h"

#include <QFrame>

#include <functional>

class QAbstractButton;
class QLabel;
class QToolButton;

namespace ui {

class Picture;

/// A message at its subject: mark, cause, consequence, folded details, and a remedy at the right. Hidden without a
/// message.
class Banner final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Banner)

public:
    explicit Banner(QWidget *parent = nullptr);

    void showError(const engine::Error &error);
    void showNotice(Mark mark, const QString &cause, const QString &consequence = {});
    void dismiss() { hide(); }
    void setRemedy(const QString &text, const std::function<void()> &act = {}); ///< empty \a text: no button
    void setClosable(bool isClosable); ///< default: closable
    [[nodiscard]] QString text() const;

signals:
    void remedyRequested(); ///< emitted before the remedy's function is called
    void closed(); ///< by the user

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void takeRemedy();
    void alignFirstLine();

    Mark m_mark = Mark::Failed;
    Picture *m_picture;
    QLabel *m_cause;
    QLabel *m_consequence;
    QLabel *m_details;
    QToolButton *m_fold;
    QAbstractButton *m_remedy;
    std::function<void()> m_act; // of the remedy
    QToolButton *m_close;
};

} // namespace ui
