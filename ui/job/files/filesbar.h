// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QWidget>

class QAction;
class QComboBox;
class QHBoxLayout;
class QPushButton;

namespace ui {

class ToneLabel;

/// The row above a job's files: choice of output directory, nodes that have it, and buttons. In a narrow window,
/// buttons have no text.
class FilesBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilesBar)

public:
    explicit FilesBar(QWidget *parent = nullptr);

    /// Adds a button for \a action, whose tool tip says why it is disabled. Tab reaches it after the button before it.
    void addButton(QAction *action, const QString &text, const QString &name);
    void setDirectories(const QStringList &ids);
    [[nodiscard]] QString directory() const; ///< id of the chosen directory
    void setPlace(const QString &words); ///< nodes with the directory

signals:
    void directoryChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitButtons();

    QComboBox *m_directory;
    ToneLabel *m_place;
    QHBoxLayout *m_row;
    QList<QPushButton *> m_buttons;
};

} // namespace ui
