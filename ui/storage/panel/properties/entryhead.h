// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QWidget>

namespace ui {

class IconTile;
class ToneLabel;

/// The icon of an entry, its name, and the folder that it is in.
class EntryHead final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EntryHead)

public:
    explicit EntryHead(QWidget *parent);

    /// From now on folders are told from \a root on, which is called \a name.
    void setRoot(const engine::Location &root, const QString &name);
    void setEntry(const engine::Location &entry); ///< keeps the icon
    void setWords(const QString &title, const QString &below); ///< of no entry
    void setIcon(const QString &iconName);

private:
    [[nodiscard]] QString folderWords(const engine::Location &folder) const;

    IconTile *m_icon;
    ToneLabel *m_name;
    ToneLabel *m_folder;
    engine::Location m_root; // without a path: none
    QString m_rootName;
};

} // namespace ui
