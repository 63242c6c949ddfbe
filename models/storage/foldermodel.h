// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/storage/folder/folderlisting.h"
#include "models/storage/folder/folderordering.h"
#include "models/tablemodel.h"

#include <QSet>

#include <optional>

namespace models {

/// A folder as a table that sorts and filters, fed page by page while the listing goes on. A worker makes the order, so
/// that a million entries stay usable. Changes of entries go through it, too: what the place refuses is told by
/// refused(). Selections survive everything but reset, which only a filter, a fresh listing and a folder
/// that is gone bring about.
class FolderModel final : public TableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderModel)

public:
    enum Column { Name, Size, Changed, Owner, Group, Permissions, ColumnCount };
    enum class State {
        Idle,
        Listing,
        Complete,
        Stopped, ///< by the user, or there are too many
        Failed ///< see error(); entries that came before stay, unless the folder is gone
    };
    static constexpr int IconRole = Qt::UserRole; ///< name of a bundled icon
    static constexpr qint64 mostEntries = 5'000'000; ///< a listing that has no end is left here

    explicit FolderModel(engine::EngineClient &client, QObject *parent = nullptr);

    void open(const engine::Location &folder);
    void refresh(); ///< rows of before stay until the first of the new ones is here
    void stop();
    /// Lists the folder once more, and takes over what differs from the rows that are there. While it is listed anyway
    /// nothing is done; a failure is one of the listing.
    void follow();
    [[nodiscard]] bool isFollowing() const { return m_again.isRunning(); }
    [[nodiscard]] const engine::Location &folder() const { return m_folder; }
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] const std::optional<engine::Error> &error() const { return m_error; }
    /// Listed as far as it will be, and in order.
    [[nodiscard]] bool isSettled() const;

    void setFilter(const FolderFilter &filter);
    [[nodiscard]] const FolderFilter &filter() const { return m_order.filter(); }
    [[nodiscard]] qint64 entryCount() const { return m_rows.presentCount(); } ///< hidden ones, too
    [[nodiscard]] qint64 hiddenCount() const { return m_rows.hiddenCount(); }

    [[nodiscard]] engine::StorageEntry entry(int row) const; ///< without a link's target
    [[nodiscard]] engine::Location location(int row) const { return m_folder.child(entry(row).name); }
    /// Rows of those names that are shown.
    [[nodiscard]] QList<int> rowsOf(const QSet<QString> &names) const;
    /// The first row from \a from on, and then from the top, whose name begins with \a text; -1: none.
    [[nodiscard]] int rowThatBegins(const QString &text, int from) const;

    /// In place of the old name, once the place has done it.
    void rename(int row, const QString &name);
    /// One with a name that is free; appeared() tells it.
    void makeFolder();
    /// Asks for the entry anew; one that is gone leaves the table.
    void refreshEntry(const QString &name);

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override; ///< the name: rename()
    void sort(int column, Qt::SortOrder order) override;

signals:
    void changed(); ///< state and counts
    void appeared(const QString &name); ///< made by us, and shown now unless it is filtered away
    void renamed(const QString &from, const QString &to);
    void refused(const engine::Error &error);

protected:
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    [[nodiscard]] int rows() const override { return int(m_shown->size()); }
    void take(const QList<engine::StorageEntry> &entries);
    void merge();
    void finish(State state);
    void startOver();
    void makeFolder(int attempt);
    void replace(quint32 number, const engine::StorageEntry &entry);
    void takeOrder(const std::shared_ptr<const RowNumbers> &extended, const std::shared_ptr<const RowNumbers> &shown,
                   bool keepsRows, bool hasMoved);
    void placeAnew(const std::shared_ptr<const RowNumbers> &after);

    engine::EngineClient &m_client;
    FolderListing m_listing;
    FolderListing m_again; // of follow()
    QList<engine::StorageEntry> m_seenAgain;
    engine::Location m_folder;
    State m_state = State::Idle;
    std::optional<engine::Error> m_error;
    FolderRows m_rows;
    FolderOrdering m_order; // of them
    std::shared_ptr<const RowNumbers> m_shown; // the rows of the table
    RowNumbers m_appearing; // made by us, not in order yet
    quint64 m_generation = 0; // of m_rows
    bool m_isStale = false; // the rows are those of before a refresh
};

} // namespace models
