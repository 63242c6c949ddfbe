// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace ui {

/// A frame with a title, a fact beside the title, and a body.
class Card : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Card)

public:
    explicit Card(const QString &title, QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setFact(const QString &fact); ///< in a quiet tone after the title
    [[nodiscard]] QHBoxLayout *head() const { return m_head; } ///< add buttons at its right end
    [[nodiscard]] QVBoxLayout *body() const { return m_body; }

private:
    QLabel *m_title;
    QLabel *m_fact;
    QHBoxLayout *m_head;
    QVBoxLayout *m_body;
};

} // namespace ui
