// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QWidget>

namespace models {
struct DropFacts;
class FileWork;
} // namespace models

namespace ui {

class ContainerPanel;
class PropertiesPanel;
class RemovalPanel;
class RestorePanel;
class UploadPanel;

/// The right edge of the storage page: properties of the selection, or one question: about an upload, a removal, a new
/// container, or restoring from the trash. Uploads and removals take precedence.
class StorageSide final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StorageSide)

public:
    StorageSide(engine::EngineClient &client, models::FileWork &work, QWidget *parent);

    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] PropertiesPanel &properties() { return *m_properties; }
    [[nodiscard]] bool showsProperties() const;
    void setPropertiesWanted(bool isWanted);
    [[nodiscard]] int neededWidth() const; ///< 0 when nothing is shown

    void askUpload(const models::DropFacts &facts); ///< a possible upload
    void askRemoval(const QList<engine::Location> &files);
    void askRestore();
    void askContainer(const engine::Location &account);
    /// Ends a question about a new container, or what to restore. False: there is none.
    bool cancel();
    void askNext(); ///< the next question of the work, unless one is shown
    void end(); ///< ends counting of an upload; returns its question to the work

signals:
    void changed(); ///< another panel is shown, or none
    void answered(); ///< the question was closed, with or without an answer
    void failed(const engine::Error &error);
    void containerMade(const engine::Location &container);

private:
    [[nodiscard]] static bool isShown(const QWidget *panel);
    [[nodiscard]] bool asksFirst() const; // an upload or a removal
    void ask(QWidget *panel); // shows only \a panel
    void close(QWidget *panel);
    void showProperties();

    models::FileWork &m_work;
    PropertiesPanel *m_properties;
    UploadPanel *m_upload;
    RemovalPanel *m_removal;
    RestorePanel *m_restore;
    ContainerPanel *m_container;
    QList<QWidget *> m_panels; // all five
    const QWidget *m_shown = nullptr; // of m_panels; null: none
    bool m_wantsProperties = false;
};

} // namespace ui
