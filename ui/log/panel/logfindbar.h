// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logsearch.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QMenu;
class QSpinBox;
class QToolButton;

namespace ui {

/// What is looked for in a log: a pattern and its options, saved patterns, and whether only matching lines are shown,
/// with how many around each. GUI thread.
class LogFindBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogFindBar)

public:
    explicit LogFindBar(QWidget *parent = nullptr);

    [[nodiscard]] engine::LogQuery query() const;
    void setQuery(const engine::LogQuery &query);
    [[nodiscard]] bool isFiltering() const;
    void setFiltering(bool isFiltering);
    [[nodiscard]] int contextLines() const;
    void setMessage(const QString &text); ///< how many match, or what is wrong
    void setSaved(const QList<engine::LogQuery> &patterns) { m_saved = patterns; }
    [[nodiscard]] const QList<engine::LogQuery> &saved() const { return m_saved; }
    void takeFocus();

signals:
    void queryChanged();
    void filterChanged(); ///< whether, or with how many lines around
    void savedChanged();
    void nextWanted();
    void previousWanted();
    void closeWanted();

private:
    void fillMenu();

    QLineEdit *m_query;
    QToolButton *m_caseSensitive;
    QToolButton *m_regex;
    QLabel *m_message;
    QToolButton *m_filter;
    QSpinBox *m_context;
    QMenu *m_menu;
    QList<engine::LogQuery> m_saved;
};

} // namespace ui
