// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/storage/folder/folderorder.h"

#include <QObject>
#include <QTimer>

namespace models {

/// Which rows of a folder are shown, and in which order. A worker makes the order anew after rows, sort or filter
/// changed. While rows come in, it is made the less often the longer it takes.
class FolderOrdering final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderOrdering)

public:
    /// \a rows must outlive this. A worker reads a copy of them.
    explicit FolderOrdering(const FolderRows &rows);

    void clear(); ///< after all rows were replaced
    void setSort(FolderSort sort);
    void setFilter(const FolderFilter &filter);
    [[nodiscard]] const FolderFilter &filter() const { return m_filter; }
    void setGrowing(bool isGrowing) { m_isGrowing = isGrowing; } ///< whether further rows are expected
    void rowChanged(quint32 number); ///< or was removed; makeNow() must follow
    void makeSoon(); ///< after rows came in
    void makeNow();
    [[nodiscard]] bool isBusy() const { return m_isMaking || m_pause.isActive(); }
    [[nodiscard]] quint32 orderedCount() const { return m_ordered; } ///< rows with lower numbers are in the order

signals:
    /// \a extended: the rows that were shown before, followed by the new ones that pass the filter. \a shown: the new
    /// order. \a keepsRows: both have the same rows. \a hasMoved: rows changed that were in the order before.
    void made(const std::shared_ptr<const RowNumbers> &extended, const std::shared_ptr<const RowNumbers> &shown,
              bool keepsRows, bool hasMoved);
    void ended(); ///< a worker has ended; made() came before unless its rows were replaced meanwhile

private:
    struct Order;

    void receive(const Order &order);

    const FolderRows &m_rows;
    FolderSort m_sort;
    FolderFilter m_filter;
    std::shared_ptr<const RowNumbers> m_all; // in order
    std::shared_ptr<const RowNumbers> m_shown; // of these
    FolderSort m_allSort; // by which m_all was made
    FolderFilter m_shownFilter;
    quint32 m_ordered = 0; // rows with lower numbers are in m_all
    quint32 m_given = 0; // rows with lower numbers were given to a worker, whose order may not be there yet
    RowNumbers m_moved; // of those given, changed since
    quint64 m_generation = 0; // counts clear(); orders of earlier rows are ignored
    bool m_isMaking = false;
    bool m_isGrowing = false;
    QTimer m_pause; // until the next order while rows come in
};

} // namespace models
