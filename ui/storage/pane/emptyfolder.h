// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>

class QAbstractButton;
class QWidget;

namespace models {
class FolderModel;
}

namespace ui {

class EmptyState;

/// Shows why a folder has no rows, with a button: it is empty, all entries are hidden, or none matches the filter.
class EmptyFolder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EmptyFolder)

public:
    explicit EmptyFolder(QWidget *parent);

    [[nodiscard]] QWidget *widget() const; ///< to be put in a layout by the caller
    [[nodiscard]] QAbstractButton *button() const { return m_button; } ///< null before the first show()
    void show(const models::FolderModel &model); ///< \a model is settled and has no rows

signals:
    void filterUnwanted();
    void hiddenWanted();
    void folderWanted(); ///< create a folder, or a container

private:
    enum class Cause { NothingThere, NoContainers, NothingShown, NothingMatches };

    void offer(Cause cause);

    EmptyState *m_state;
    QAbstractButton *m_button = nullptr;
    Cause m_cause = Cause::NothingThere;
};

} // namespace ui
