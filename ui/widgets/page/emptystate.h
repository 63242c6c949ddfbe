// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QWidget>

class QAbstractButton;
class QLabel;
class QVBoxLayout;

namespace ui {

/// Where nothing is: an icon, one line what, one line why, at most one button.
class EmptyState final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EmptyState)

public:
    EmptyState(const QString &iconName, const QString &what, const QString &why, QWidget *parent = nullptr);

    void setTexts(const QString &what, const QString &why);
    /// Shows the one button; the widget owns it. Calling again replaces it.
    QAbstractButton *setButton(const QString &text);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showIcon();

    QString m_iconName;
    QVBoxLayout *m_column;
    QLabel *m_icon;
    QLabel *m_what;
    QLabel *m_why;
    QAbstractButton *m_button = nullptr;
};

} // namespace ui
