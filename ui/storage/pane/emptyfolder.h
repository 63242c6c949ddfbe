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

/// Why a folder shows no entry, and the button that helps: nothing is in it, it hides all, or the filter does.
class EmptyFolder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EmptyFolder)

public:
    explicit EmptyFolder(QWidget *parent);

    [[nodiscard]] QWidget *widget() const; ///< whoever lays it out shows it
    [[nodiscard]] QAbstractButton *button() const { return m_button; } ///< null before the first show()
    void show(const models::FolderModel &model); ///< one that is settled, and has no rows

signals:
    void filterUnwanted();
    void hiddenWanted();
    void folderWanted(); ///< a new one

private:
    enum class Cause { NothingThere, NothingShown, NothingMatches };

    void offer(Cause cause);

    EmptyState *m_state;
    QAbstractButton *m_button = nullptr;
    Cause m_cause = Cause::NothingThere;
};

} // namespace ui
