// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QLabel>

namespace ui {

/// Words with links, whose colour follows the look: Qt takes it once, when the text is set.
class LinkLabel final : public QLabel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LinkLabel)

public:
    explicit LinkLabel(QWidget *parent = nullptr) : QLabel(parent) { }
    LinkLabel(const QString &html, QWidget *parent) : QLabel(html, parent) { }

    static void renewLinks(QLabel &label); ///< of the look that is

protected:
    void changeEvent(QEvent *event) override;
};

} // namespace ui
