// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/form/jobform.h"

#include <QScrollArea>

class QComboBox;
class QLineEdit;
class QSpinBox;

namespace ui {

class ClusterPicker;
class FieldGrid;
class RowsEditor;
class ToolkitPicker;
class ToolkitSettings;

/// The form of a job: toolkit with its settings from the schema, and common fields. Faults are shown at their fields.
class SubmitForm final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SubmitForm)

public:
    explicit SubmitForm(QWidget *parent = nullptr);

    [[nodiscard]] QString name() const;
    void setName(const QString &name);
    void takeFocus(); ///< focuses the name, selected
    [[nodiscard]] ClusterPicker &clusters() const { return *m_cluster; }
    [[nodiscard]] QString cluster() const; ///< path of the chosen cluster
    [[nodiscard]] models::JobForm form() const;
    void setForm(const models::JobForm &form); ///< emits nothing
    /// Shows each fault at its field; returns those without a field.
    QList<engine::Fault> setFaults(const QList<engine::Fault> &faults);

signals:
    void edited();
    void nameEdited();
    void focusMoved(const QStringList &keys); ///< path of the focused field's property

private:
    QLineEdit *addLine(const QString &objectName, const QStringList &keys, const QString &hint = QString(),
                       const QString &label = QString());
    /// The first of \a keys is the field's name. \a label: key of the label's text; empty: the first key.
    void addField(QWidget *field, const QStringList &keys, const QString &label = QString());
    RowsEditor *addTable(const QString &key, RowsEditor *table);

    FieldGrid *m_fields;
    QLineEdit *m_name = nullptr;
    ClusterPicker *m_cluster = nullptr;
    QSpinBox *m_nodes = nullptr;
    ToolkitPicker *m_toolkit = nullptr;
    ToolkitSettings *m_settings = nullptr;
    QLineEdit *m_stopAfter = nullptr;
    QComboBox *m_priority = nullptr;
    QLineEdit *m_preparation = nullptr;
    QLineEdit *m_output = nullptr;
    RowsEditor *m_environment = nullptr;
    RowsEditor *m_inputs = nullptr;
    RowsEditor *m_outputs = nullptr;
    RowsEditor *m_fetched = nullptr;
};

} // namespace ui
