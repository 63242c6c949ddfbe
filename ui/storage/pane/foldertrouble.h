// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"
#include "engine/api/storage/storage.h"

#include <QObject>

class QWidget;

namespace ui {

class Banner;

/// Shows errors of a folder in a banner, with a remedy.
class FolderTrouble final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderTrouble)

public:
    explicit FolderTrouble(QWidget *parent);

    [[nodiscard]] Banner *banner() const { return m_banner; } ///< to be put in a layout by the caller

    void show(const engine::Error &error, const engine::Location &folder);
    /// \a folder could not be listed: shown once until dismiss(). \a canGoUp: offers the parent folder.
    void showListing(const engine::Error &error, const engine::Location &folder, bool canGoUp);
    /// \a files could not be put into the trash: if there is no trash, offers to delete them.
    void offerRemoval(const engine::Error &error, const engine::Location &folder, const QList<engine::Location> &files);
    void dismiss();

signals:
    void retryRequested();
    void upRequested();
    void connectRequested(); ///< of a machine that does not answer
    void keyRequested(); ///< of a storage account that refused the one it was asked with
    void removalRequested(const QList<engine::Location> &files);

private:
    enum class Remedy { None, Retry, GoUp, Connect, NewKey, Remove };

    void show(const engine::Error &error, Remedy remedy);
    void takeRemedy();

    Banner *m_banner;
    Remedy m_remedy = Remedy::None;
    QList<engine::Location> m_untrashed; // of Remedy::Remove
    bool m_saidListing = false;
};

} // namespace ui
