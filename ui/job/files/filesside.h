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

/// The right edge of a job's files: properties of the selection, replaced by the question about an upload. Both are
/// hidden at first.
class FilesSide final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilesSide)

public:
    FilesSide(engine::EngineClient &client, models::FileWork &work, QWidget *parent);
    ~FilesSide() override; ///< gives an open question back to the work

    [[nodiscard]] PropertiesPanel &properties() const { return *m_properties; }
    [[nodiscard]] bool showsProperties() const;
    void setPropertiesShown(bool isShown); ///< by the user
    void hideProperties(); ///< no folder is shown
    /// Shows the properties of \a files. \a entry: the entry of a single file; empty: nothing is selected.
    void showSelected(const QList<engine::Location> &files, const QList<engine::StorageEntry> &entry);
    void ask(const models::DropFacts &facts); ///< about a possible drop
    void askNext(); ///< the next question of the work, if this is visible; else the window tells of it
    [[nodiscard]] bool isSettled() const;

signals:
    void left(); ///< a panel that had the focus was hidden

private:
    void endUpload();

    models::FileWork &m_work;
    PropertiesPanel *m_properties;
    UploadPanel *m_upload;
    engine::StorageEntry m_shown; // in the properties
};

} // namespace ui
