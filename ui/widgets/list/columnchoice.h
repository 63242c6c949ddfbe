// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>
#include <QSet>

class QSettings;
class QTableView;

namespace ui {

/// Shows and hides the columns of a table by a context menu of its header. The first column always stays.
class ColumnChoice final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ColumnChoice)

public:
    /// \a table has its columns; it owns this. \a settings, which must outlive it, keep the hidden columns under \a
    /// key.
    ColumnChoice(QTableView *table, QSettings &settings, const QString &key);

private:
    void apply();

    QTableView *m_table;
    QSettings &m_settings;
    const QString m_key;
    QSet<int> m_hidden;
};

} // namespace ui
