// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QFrame>

namespace ui {

class Banner;
class ContentCount;
class EntryHead;
class FactList;
class FileChecksum;
class FilePreview;
class PermissionBoxes;

/// Properties of an entry: facts, permissions and preview; of a folder or several entries, the size of their content.
class PropertiesPanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PropertiesPanel)

public:
    explicit PropertiesPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    /// Shows paths relative to \a root, named \a name.
    void setRoot(const engine::Location &root, const QString &name);
    void showEntry(const engine::Location &location);
    void showNone(); ///< nothing is selected
    void showSeveral(const QList<engine::Location> &files); ///< of one folder
    [[nodiscard]] bool isSettled() const;

signals:
    void modeChanged(const engine::Location &location); ///< set, or failed: read the entry again
    void closeRequested();

private:
    void arrange();
    void clear();
    void take(const engine::StorageEntry &entry);
    void setMode(int mode);

    engine::EngineClient &m_client;
    engine::Location m_location;
    engine::StorageEntry m_entry;
    EntryHead *m_head;
    Banner *m_banner;
    FactList *m_facts;
    ContentCount *m_contents; // of a folder or several entries
    FilePreview *m_preview;
    PermissionBoxes *m_permissions;
    FileChecksum *m_checksum = nullptr;
    quint64 m_request = 0;
    bool m_isAsking = false;
};

} // namespace ui
