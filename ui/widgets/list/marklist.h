// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/plan/checkrows.h"
#include "ui/theme/tokens.h"

#include <QWidget>

class QVBoxLayout;

namespace ui {

struct MarkRow
{
    Mark mark = Mark::Succeeded;
    QString markWord; ///< meaning of the mark, for screen readers
    QString words;
    QString below; ///< remedy, in a quiet tone
    QString beside = {}; ///< location, in a faint tone at the right

    bool operator==(const MarkRow &) const = default;
};

[[nodiscard]] QList<MarkRow> markRows(const QList<models::CheckedRow> &found);

/// A list of sentences with marks, and optional remedies below.
class MarkList final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MarkList)

public:
    explicit MarkList(QWidget *parent = nullptr);

    void setRows(const QList<MarkRow> &rows);

private:
    void build();

    QList<MarkRow> m_rows;
    QVBoxLayout *m_column;
    QList<QWidget *> m_widgets;
};

} // namespace ui
