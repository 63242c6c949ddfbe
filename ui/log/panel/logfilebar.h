// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"

#include <QWidget>

class QComboBox;

namespace ui {

class TabBar;

/// Selects among the log files and, with several processes, their merged log, which is last: tabs, or a list if there
/// are many. GUI thread.
class LogFileBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogFileBar)

public:
    explicit LogFileBar(QWidget *parent = nullptr);

    bool setFiles(const QList<engine::LogFileSnapshot> &files); ///< false: unchanged
    [[nodiscard]] const QList<engine::LogFileSnapshot> &files() const { return m_files; } ///< in reading order
    [[nodiscard]] int count() const { return int(m_titles.size()); } ///< including the merged log
    [[nodiscard]] const QString &title(int index) const { return m_titles.at(index); }
    [[nodiscard]] bool hasMerged() const { return m_titles.size() > m_files.size(); }
    [[nodiscard]] int mergedIndex() const { return int(m_files.size()); }
    /// The index of \a file; else of a file of the same process, of the same kind on its node, on another node, or the
    /// first. -1: no files.
    [[nodiscard]] int indexLike(const engine::LogFileSnapshot &file) const;
    [[nodiscard]] int current() const { return m_current; } ///< -1: none
    void setCurrent(int index);
    void chooseNext() { step(1); } ///< wraps around
    void choosePrevious() { step(-1); }
    [[nodiscard]] QString whyNoLog() const; ///< empty: a log is current
    [[nodiscard]] QString whyNoMerged() const; ///< empty: there is a merged log

signals:
    void chosen(int index); ///< by the user; it is not current yet

private:
    void nameFiles();
    void step(int step);

    QList<engine::LogFileSnapshot> m_files;
    QStringList m_titles; ///< of the files and the merged log
    int m_current = -1;
    TabBar *m_tabs;
    QComboBox *m_list;
};

} // namespace ui
