// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "models/job/jobcounts.h"
#include "ui/theme/tokens.h"

#include <QList>

class QLabel;
class QStandardItem;
class QStandardItemModel;
class QWidget;

/// Small tables (nodes, a queue, what lies in a workspace): rows of standard items with a mark and a target to open.
namespace ui {

inline constexpr int targetRole = Qt::UserRole; ///< engine::ResourceId, what TableLinks opens
inline constexpr int jobsRole = Qt::UserRole + 1; ///< int of models::JobGroup: there these jobs, which the cell counts

[[nodiscard]] QStandardItem *textItem(const QString &text, const engine::ResourceId &target, const QString &tone = {});
[[nodiscard]] QStandardItem *numberItem(const QString &text, const engine::ResourceId &target);
/// A count that leads to the jobs it counts, if there are any.
[[nodiscard]] QStandardItem *jobsItem(qint64 count, models::JobGroup group, const engine::ResourceId &scope);
[[nodiscard]] QStandardItem *markItem(Mark mark, const QString &text, const engine::ResourceId &target,
                                      const QString &tone = {});
/// Replaces the rows but keeps those that are equal, so that a selection survives an update.
void setRows(QStandardItemModel &model, const QList<QList<QStandardItem *>> &rows);
[[nodiscard]] QLabel *sectionTitle(const QString &text, QWidget *parent);

} // namespace ui
