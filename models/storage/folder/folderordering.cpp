// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/folder/folderordering.h"

#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"

#include <QElapsedTimer>
#include <QtConcurrentRun>

#include <algorithm>
#include <utility>

namespace models {

/// Input and result of the worker.
struct FolderOrdering::Order
{
    FolderRows rows;
    FolderSort sort;
    FolderFilter filter;
    std::shared_ptr<const RowNumbers> all;
    std::shared_ptr<const RowNumbers> shown;
    RowNumbers fresh; // not in all
    RowNumbers moved; // in all, perhaps no longer in the right place
    bool sorts = false;
    bool filters = false;
    quint64 generation = 0;
    std::shared_ptr<const RowNumbers> extended = {}; // shown as it was, followed by those of fresh that pass the filter
    qint64 took = 0; // ms

    void make()
    {
        QElapsedTimer clock;
        clock.start();
        RowNumbers changed = moved;
        changed.insert(changed.end(), fresh.begin(), fresh.end());
        const bool isOther = sorts || filters || !changed.empty();
        if (sorts)
            all = std::make_shared<RowNumbers>(sortedRows(rows, sort));
        else if (!changed.empty())
            all = std::make_shared<RowNumbers>(mergedRows(rows, sort, *all, std::exchange(changed, {})));
        const RowNumbers appended = filteredRows(rows, filter, fresh);
        RowNumbers longer;
        longer.reserve(shown->size() + appended.size());
        longer.insert(longer.end(), shown->begin(), shown->end());
        longer.insert(longer.end(), appended.begin(), appended.end());
        extended = std::make_shared<RowNumbers>(std::move(longer));
        if (isOther) {
            RowNumbers accepted = filteredRows(rows, filter, *all);
            shown = accepted.size() == all->size() ? all : std::make_shared<RowNumbers>(std::move(accepted));
        }
        took = clock.elapsed();
    }
};

FolderOrdering::FolderOrdering(const FolderRows &rows)
    : m_rows(rows), m_all(std::make_shared<RowNumbers>()), m_shown(m_all)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &FolderOrdering::makeNow);
}

void FolderOrdering::clear()
{
    ++m_generation;
    m_all = m_shown = std::make_shared<RowNumbers>();
    m_given = m_ordered = 0;
    m_moved.clear();
}

void FolderOrdering::setSort(FolderSort sort)
{
    m_sort = sort;
    makeNow();
}

void FolderOrdering::setFilter(const FolderFilter &filter)
{
    m_filter = filter;
    makeNow();
}

void FolderOrdering::rowChanged(quint32 number)
{
    if (number < m_given) // the next order takes in the others anyway
        m_moved.push_back(number);
}

void FolderOrdering::makeSoon()
{
    if (!m_pause.isActive())
        makeNow();
}

void FolderOrdering::makeNow()
{
    if (m_isMaking)
        return; // called again when the worker has ended
    m_pause.stop();
    Order order{m_rows, m_sort, m_filter, m_all, m_shown, {}, std::exchange(m_moved, {})};
    for (quint32 row = m_ordered; row < m_rows.count(); ++row)
        order.fresh.push_back(row);
    order.sorts = m_sort != m_allSort;
    order.filters = m_filter != m_shownFilter;
    order.generation = m_generation;
    if (order.fresh.empty() && order.moved.empty() && !order.sorts && !order.filters)
        return;
    m_isMaking = true;
    m_given = m_rows.count();
    const auto make = [order = std::move(order)]() mutable {
        order.make();
        return std::move(order);
    };
    engine::whenFinished(QtConcurrent::run(&engine::workerPool(), make), this, [this](const Order &result) {
        m_isMaking = false;
        const qint64 pause = m_isGrowing ? std::max<qint64>(30, 4 * result.took) : 0; // ms
        receive(result);
        const bool isAsked = m_filter != m_shownFilter || m_sort != m_allSort;
        pause > 0 && !isAsked ? m_pause.start(int(pause)) : makeNow();
        emit ended();
    });
}

void FolderOrdering::receive(const Order &order)
{
    if (order.generation != m_generation)
        return;
    const bool keepsRows = order.filter == m_shownFilter && order.shown->size() == order.extended->size();
    m_all = order.all;
    m_shown = order.shown;
    m_allSort = order.sort;
    m_shownFilter = order.filter;
    m_ordered = order.rows.count();
    emit made(order.extended, order.shown, keepsRows, !order.moved.empty());
}

} // namespace models
