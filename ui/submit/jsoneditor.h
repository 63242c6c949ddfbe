// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

#include <QPlainTextEdit>

namespace ui {

/// The document as text, with line numbers; lines with a fault are marked and tell it as a tool-tip.
class JsonEditor final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JsonEditor)

public:
    explicit JsonEditor(QWidget *parent = nullptr);

    /// Replaces the text without edited() and keeps the place.
    void replaceText(const QByteArray &text);
    void goTo(int line, int column); ///< 1-based; 0 stays where one is
    void setFaults(const QList<engine::Fault> &faults);
    /// Lights the line of the property that \a keys lead to, first hit of each in turn; none lights nothing.
    void light(const QStringList &keys);

signals:
    void edited();

protected:
    [[nodiscard]] bool canInsertFromMimeData(const QMimeData *source) const override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void markLines();
    void paintNumbers();
    void placeNumbers();

    QWidget *m_numbers;
    QList<engine::Fault> m_faults;
    QStringList m_lit;
};

} // namespace ui
