// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

#include <QPlainTextEdit>

namespace ui {

/// Text editor of a document, with line numbers; lines with faults are marked and show them as tool tips.
class JsonEditor final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JsonEditor)

public:
    explicit JsonEditor(QWidget *parent = nullptr);

    /// Replaces the text without edited(); keeps the scroll position.
    void replaceText(const QByteArray &text);
    void goTo(int line, int column); ///< 1-based; 0: no effect
    void setFaults(const QList<engine::Fault> &faults);
    /// Highlights the line of the property with the path \a keys, found by the first match of each key in turn; empty:
    /// none.
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
