// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QWidget>

class QAbstractButton;
class QLabel;
class QVBoxLayout;

namespace ui {

/// Placeholder for an empty view: icon, a line what, a line why, an optional button.
class EmptyState final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EmptyState)

public:
    EmptyState(const QString &iconName, const QString &what, const QString &why, QWidget *parent = nullptr);

    void setTexts(const QString &what, const QString &why);
    /// Shows a button, owned by this; replaces the previous one.
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
