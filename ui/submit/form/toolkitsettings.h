// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/form/toolkitform.h"

#include <QHash>
#include <QMap>
#include <QWidget>

namespace ui {

class FieldGrid;

/// The fields of one toolkit from the schema. Typed values are kept by key and restored in fields of other toolkits
/// with the same key.
class ToolkitSettings final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ToolkitSettings)

public:
    explicit ToolkitSettings(QWidget *parent = nullptr);

    /// \a toolkit: property of the toolkit. The tab order is \a before, the fields, \a after.
    void showToolkit(const QString &toolkit, QWidget *before, QWidget *after);
    [[nodiscard]] QMap<QString, QString> values() const; ///< by key, without empty ones
    void setValues(const QMap<QString, QString> &values); ///< emits nothing

    void clearFaults();
    bool showFault(const QString &toolkit, const QString &key, const QString &words); ///< false: no such field

signals:
    void edited();
    void focusMoved(const QStringList &keys);

private:
    [[nodiscard]] QWidget *newField(const models::ToolkitField &field);
    void describe(QWidget *widget, QWidget *label, const models::ToolkitField &field, bool isHelpItsOwn);
    [[nodiscard]] QString text(const QString &key) const;
    void setText(const QString &key, const QString &text);

    FieldGrid *m_grid = nullptr; // created for each toolkit
    QString m_toolkit;
    QMap<QString, QString> m_typed; // by key
    QHash<QString, QWidget *> m_fields; // by key
};

} // namespace ui
