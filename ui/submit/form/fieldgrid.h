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

/// Fields of a job below each other, each with its label and the room for its fault: a fault that comes or goes moves
/// nothing. A field has a name, which also follows "fault-" in the object name of its fault's label.
class FieldGrid final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FieldGrid)

public:
    explicit FieldGrid(QWidget *parent = nullptr);

    /// \a keys: those of the property that \a field edits. The fault stands beside a small field, below another.
    void addField(const QString &name, QLabel *label, QWidget *field, const QStringList &keys);
    void addTable(const QString &name, const QString &title, RowsEditor *table, const QStringList &keys);
    void addSection(const QString &title, QWidget *beside = nullptr);
    void addWide(QWidget *widget); ///< in both columns
    void addBelow(QWidget *widget); ///< in the column of the fields
    void addStretch();

    void clearFaults();
    /// \a place: the name of a field; of a table also the number of the row and the key of the column. False: there is
    /// no such field.
    bool addFault(const QStringList &place, const QString &words);

signals:
    void focusMoved(const QStringList &keys); ///< of the field that has the focus now

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
