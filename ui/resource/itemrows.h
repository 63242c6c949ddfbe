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

/// Items of small tables, such as nodes, a queue or the content of a workspace, with marks and targets to open.
namespace ui {

inline constexpr int targetRole = Qt::UserRole; ///< engine::ResourceId for TableLinks
inline constexpr int jobsRole = Qt::UserRole + 1; ///< int of models::JobGroup: the jobs that the cell counts

[[nodiscard]] QStandardItem *textItem(const QString &text, const engine::ResourceId &target, const QString &tone = {});
[[nodiscard]] QStandardItem *numberItem(const QString &text, const engine::ResourceId &target);
/// A count as a link to the counted jobs, if any.
[[nodiscard]] QStandardItem *jobsItem(qint64 count, models::JobGroup group, const engine::ResourceId &scope);
[[nodiscard]] QStandardItem *markItem(Mark mark, const QString &text, const engine::ResourceId &target,
                                      const QString &tone = {});
/// Replaces the rows; keeps equal ones, so that a selection survives an update.
void setRows(QStandardItemModel &model, const QList<QList<QStandardItem *>> &rows);
[[nodiscard]] QLabel *sectionTitle(const QString &text, QWidget *parent);

} // namespace ui
