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

/// Asks for the name of a new group, workspace or experiment and checks it while it is typed: the service's rule, and
/// that it is free.
class NameDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NameDialog)

public:
    /// \a parent: what it is made in; invalid for a group.
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
