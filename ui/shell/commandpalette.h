// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QAction>
#include <QFrame>
#include <QPointer>

#include <vector>

class QLineEdit;
class QListWidget;

namespace models {
class ResourceStore;
}

namespace ui {

[[nodiscard]] QString plainText(const QAction &action); ///< its text without the mnemonic's ampersand

/// List of all actions and resources, filtered while typing. An exact match comes first. A disabled action shows the
/// reason. Return runs, Escape closes.
class CommandPalette final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CommandPalette)

public:
    CommandPalette(const models::ResourceStore &store, QWidget *window);

    void open(const QList<QAction *> &actions);

signals:
    void openRequested(const engine::ResourceId &id);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fill(const QString &text);
    void run();

    const models::ResourceStore &m_store;
    std::vector<QPointer<QAction>> m_actions;
    QLineEdit *m_input;
    QListWidget *m_list;
};

} // namespace ui
