// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace models {
class ResourceStore;
}

namespace ui {

class ToneLabel;

/// Asks for the name of a new group, workspace or experiment; checks the rule for names and that the name is free while
/// typing.
class NameDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NameDialog)

public:
    /// \a parent: of the new resource; invalid for a group.
    NameDialog(const models::ResourceStore &store, const QString &profile, engine::ResourceKind kind,
               const engine::ResourceId &parent, QWidget *window);

signals:
    void named(const engine::ResourceId &id);

private:
    void check();
    [[nodiscard]] engine::ResourceId id() const;

    const models::ResourceStore &m_store;
    QString m_profile;
    engine::ResourceKind m_kind;
    engine::ResourceId m_parent;
    QLineEdit *m_name;
    ToneLabel *m_verdict;
    QPushButton *m_create;
};

} // namespace ui
