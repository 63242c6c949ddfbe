// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "models/job/form/jobform.h"
#include "ui/submit/form/formfield.h"

#include <QHash>
#include <QScrollArea>

class QComboBox;
class QGridLayout;
class QLineEdit;
class QSpinBox;

namespace ui {

class RowsEditor;
class ToolkitPicker;
class ToolkitSettings;

/// The fields of a job: its toolkit with the settings that the schema has for it, and what all jobs have. Faults stand
/// at the field that they are about, and move nothing.
class SubmitForm final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SubmitForm)

public:
    explicit SubmitForm(QWidget *parent = nullptr);

    [[nodiscard]] QString name() const;
    void setName(const QString &name);
    /// Those of \a workspace stand first and by their name alone. None at all: the field offers this computer.
    void setClusters(const QList<engine::ResourceId> &clusters, const engine::ResourceId &workspace);
    /// The chosen cluster: of the form, whether or not the document names it.
    void chooseCluster(const engine::ResourceId &id); ///< one that is there
    [[nodiscard]] QString cluster() const;
    [[nodiscard]] models::JobForm form() const;
    void setForm(const models::JobForm &form); ///< emits nothing
    /// Places each fault at its field; returns those that belong to none.
    QList<engine::Fault> setFaults(const QList<engine::Fault> &faults);

signals:
    void edited();
    void nameEdited();
    void useThisComputerRequested();
    void focusMoved(const QStringList &keys); ///< the keys of the property whose field has the focus now

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QLineEdit *addLine(const QString &objectName, const QStringList &keys, const QString &hint = {});
    void addField(QWidget *field, const QStringList &keys);
    void addClusterRemedy();
    void addSection(const QString &title, QWidget *beside = nullptr);
    RowsEditor *addTable(const QString &key, RowsEditor *table);

    QGridLayout *m_grid;
    QLineEdit *m_name = nullptr;
    QComboBox *m_cluster = nullptr;
    QWidget *m_noCluster = nullptr;
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
    RowsEditor *m_fetched;
    QHash<QString, FormField> m_fields; ///< by the first key of their property
};

} // namespace ui
