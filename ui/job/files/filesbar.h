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

/// The row above a job's files: which of its output directories is shown, on which nodes that is, and buttons. In a
/// narrow window the words of the buttons are in their tool tips.
class FilesBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilesBar)

public:
    explicit FilesBar(QWidget *parent = nullptr);

    /// A button called \a name for \a action, which says in its tool tip why it cannot be now.
    void addButton(QAction *action, const QString &text, const QString &name);
    void setDirectories(const QStringList &ids);
    [[nodiscard]] QString directory() const; ///< the id of the chosen one
    void setPlace(const QString &words); ///< on which nodes it is

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
