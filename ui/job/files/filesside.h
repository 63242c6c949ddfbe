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
class UploadPanel;

/// The right edge of a job's files: the properties of what is selected, or in their place the question about files that
/// are brought here. Both are hidden at first.
class FilesSide final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilesSide)

public:
    FilesSide(engine::EngineClient &client, models::FileWork &work, QWidget *parent);
    ~FilesSide() override; ///< gives an open question back to the work

    [[nodiscard]] PropertiesPanel &properties() const { return *m_properties; }
    [[nodiscard]] bool showsProperties() const;
    void setPropertiesShown(bool isShown); ///< on request of the user
    void hideProperties(); ///< no folder is shown
    /// Shows the properties of \a files. \a entry: the entry of a single file; empty: nothing is selected.
    void showSelected(const QList<engine::Location> &files, const QList<engine::StorageEntry> &entry);
    void ask(const models::DropFacts &facts); ///< of a drop that is possible
    void askNext(); ///< the next question of the work, if this is visible; else the window tells of it
    [[nodiscard]] bool isSettled() const;

signals:
    void left(); ///< a panel that had the focus was hidden

private:
    void endUpload();

    models::FileWork &m_work;
    PropertiesPanel *m_properties;
    UploadPanel *m_upload;
    engine::StorageEntry m_shown; // as the properties show it
};

} // namespace ui
