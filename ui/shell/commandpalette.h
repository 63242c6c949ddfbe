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

/// Property of an action: other words that find it, as one QString.
inline constexpr char synonymsProperty[] = "batchdeckSynonyms";

[[nodiscard]] QString plainText(const QAction &action); ///< its text without the mnemonic's ampersand

/// List of all actions and resources, or of actions alone, filtered while typing. An exact match comes first. A
/// disabled action shows the reason. Return runs, Escape closes.
class CommandPalette final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CommandPalette)

public:
    CommandPalette(const models::ResourceStore &store, QWidget *window);

    enum class Offer { Everything, Actions };
    void open(const QList<QAction *> &actions, Offer offer = Offer::Everything);

signals:
    void openRequested(const engine::ResourceId &id);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fill(const QString &text);
    void run();

    const models::ResourceStore &m_store;
    std::vector<QPointer<QAction>> m_actions;
    Offer m_offer = Offer::Everything;
    QLineEdit *m_input;
    QListWidget *m_list;
};

} // namespace ui
