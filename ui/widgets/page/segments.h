// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QWidget>

class QButtonGroup;
class QHBoxLayout;

namespace ui {

/// Exclusive choice of a few texts in a row, drawn as one control. Arrow keys move the choice.
class Segments final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Segments)

public:
    explicit Segments(const QString &accessibleName, QWidget *parent = nullptr);

    void setTexts(const QStringList &texts); ///< keeps the choice if its text remains
    [[nodiscard]] int current() const;
    void setCurrent(int index);

signals:
    void currentChanged(int index);

private:
    QButtonGroup *m_group;
    QHBoxLayout *m_row;
    QStringList m_texts;
};

} // namespace ui
