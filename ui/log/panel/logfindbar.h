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

/// Edits the query of a search: pattern and options, saved patterns, filter and its number of context lines. GUI
/// thread.
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
    void setMessage(const QString &text); ///< number of matches, or an error
    void setSaved(const QList<engine::LogQuery> &patterns) { m_saved = patterns; }
    [[nodiscard]] const QList<engine::LogQuery> &saved() const { return m_saved; }
    void takeFocus();

signals:
    void queryChanged();
    void filterChanged(); ///< on or off, or its context lines
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
