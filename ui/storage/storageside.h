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

class PropertiesPanel;
class RemovalPanel;
class RestorePanel;
class UploadPanel;

/// The right edge of the storage page: properties of what is selected, or in their place one question: about an upload,
/// a removal, or what comes out of the trash again. The first two come before the last.
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

    void askUpload(const models::DropFacts &facts); ///< one that is possible
    void askRemoval(const QList<engine::Location> &files);
    void askRestore();
    void askNext(); ///< the next question of the work, if there is one, and nothing else is asked
    void end(); ///< nobody counts any more

signals:
    void changed(); ///< something else is shown, or nothing
    void answered(); ///< what was asked, or not: it is gone
    void failed(const engine::Error &error);

private:
    [[nodiscard]] static bool isShown(const QWidget *panel);
    [[nodiscard]] bool asksFirst() const; // before anything else may be asked
    void ask(QWidget *panel); // in place of the others
    void close(QWidget *panel);
    void showProperties();

    models::FileWork &m_work;
    PropertiesPanel *m_properties;
    UploadPanel *m_upload;
    RemovalPanel *m_removal;
    RestorePanel *m_restore;
    QList<QWidget *> m_panels; // all four
    const QWidget *m_shown = nullptr; // of them: at most one is
    bool m_wantsProperties = false;
};

} // namespace ui
