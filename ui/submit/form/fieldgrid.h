// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QHash>
#include <QWidget>

class QGridLayout;
class QLabel;

namespace ui {

class RowsEditor;
class ToneLabel;

/// Fields of a job with labels and reserved room for faults, so that a fault moves nothing. The object name of a
/// field's fault label is "fault-" and the field's name.
class FieldGrid final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FieldGrid)

public:
    explicit FieldGrid(QWidget *parent = nullptr);

    /// \a keys: path of the property that \a field edits. The fault is shown beside a small field, below a wider one.
    void addField(const QString &name, QLabel *label, QWidget *field, const QStringList &keys);
    void addTable(const QString &name, const QString &title, RowsEditor *table, const QStringList &keys);
    void addSection(const QString &title, QWidget *beside = nullptr);
    void addWide(QWidget *widget); ///< spans both columns
    void addBelow(QWidget *widget); ///< in the column of the fields
    void addStretch();

    void clearFaults();
    /// \a place: name of a field; for a table also row number and column key. False: no such field.
    bool addFault(const QStringList &place, const QString &words);

signals:
    void focusMoved(const QStringList &keys); ///< of the focused field

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Field
    {
        QWidget *widget = nullptr;
        ToneLabel *fault = nullptr;
        QStringList keys;
    };
    void keep(const QString &name, const Field &field);

    QGridLayout *m_grid;
    QHash<QString, Field> m_fields; // by name
};

} // namespace ui
