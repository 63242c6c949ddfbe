// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/filetask.h"
#include "models/tablemodel.h"

class QSettings;

namespace models {

/// Files that were moved to the trash of their place by this window, newest first, until they are restored or dropped
/// from the list. The place may have emptied its trash since.
class TrashedFiles final : public TableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TrashedFiles)

public:
    enum Column { Name, From, When, ColumnCount };
    static constexpr int SortRole = Qt::UserRole;
    static constexpr qsizetype most = 500; ///< older entries are dropped

    struct Entry
    {
        QString place;
        engine::TrashedFile file;
        qint64 whenMs = 0;
    };

    /// \a settings may be null; stores the list; must outlive this object.
    explicit TrashedFiles(QSettings *settings, QObject *parent = nullptr);

    void add(const QString &place, const QList<engine::TrashedFile> &files, qint64 whenMs);
    void remove(const QString &place, const QList<engine::TrashedFile> &files);
    [[nodiscard]] const Entry &entry(int row) const { return m_entries.at(row); }

    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] int rows() const override { return int(m_entries.size()); }
    void load();
    void save() const;

    QSettings *m_settings;
    QList<Entry> m_entries;
};

} // namespace models
