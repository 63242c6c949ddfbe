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

/// One entry: what it is, who may do what with it, and how it begins; of a folder, and of several, what they hold.
class PropertiesPanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PropertiesPanel)

public:
    explicit PropertiesPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    /// From now on paths are told from \a root on, which is called \a name.
    void setRoot(const engine::Location &root, const QString &name);
    void showEntry(const engine::Location &location);
    void showNone(); ///< nothing is selected
    void showSeveral(const QList<engine::Location> &files); ///< of one folder
    [[nodiscard]] bool isSettled() const;

signals:
    void modeChanged(const engine::Location &location); ///< by us, or not: ask for it anew
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
    ContentCount *m_contents; // of a folder, or of several
    FilePreview *m_preview;
    PermissionBoxes *m_permissions;
    FileChecksum *m_checksum = nullptr;
    quint64 m_request = 0;
    bool m_isAsking = false;
};

} // namespace ui
