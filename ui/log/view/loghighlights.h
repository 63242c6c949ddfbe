// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/logsettings.h"

#include <QWidget>

class QScrollArea;
class QVBoxLayout;

namespace ui {

/// Editor of highlight rules: a row each with pattern, options and colour; the last row is empty and becomes a rule
/// when text is typed. GUI thread.
class LogHighlights final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogHighlights)

public:
    explicit LogHighlights(QWidget *parent = nullptr);

    void setRules(const QList<HighlightRule> &rules);
    [[nodiscard]] QList<HighlightRule> rules() const; ///< without empty ones
    void takeFocus();

signals:
    void rulesChanged();
    void closeWanted();

private:
    class Row;
    void addRow(const HighlightRule &rule);
    void onEdited();

    QScrollArea *m_area;
    QVBoxLayout *m_column;
    QList<Row *> m_rows;
};

} // namespace ui
