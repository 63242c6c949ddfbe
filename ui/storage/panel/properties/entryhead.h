// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QWidget>

namespace ui {

class IconTile;
class ToneLabel;

/// Icon, name and folder of an entry.
class EntryHead final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EntryHead)

public:
    explicit EntryHead(QWidget *parent);

    /// Shows folders relative to \a root, named \a name.
    void setRoot(const engine::Location &root, const QString &name);
    void setEntry(const engine::Location &entry); ///< keeps the icon
    void setWords(const QString &title, const QString &below); ///< instead of an entry
    void setIcon(const QString &iconName);

private:
    [[nodiscard]] QString folderWords(const engine::Location &folder) const;

    IconTile *m_icon;
    ToneLabel *m_name;
    ToneLabel *m_folder;
    engine::Location m_root; // empty path: none
    QString m_rootName;
};

} // namespace ui
