// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engineclient.h"
#include "models/machine/checklistmodel.h"
#include "ui/widgets/page.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace models {
class ResourceStore;
}

namespace ui {

class Banner;
class CheckList;
class PageHeader;
class ToneLabel;

/// A new cluster of machines that are reached by SSH: where it is to stand, its name, and which machines.
class NewClusterPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NewClusterPage)

public:
    /// \a workspace may be invalid; \a machines are checked at first.
    NewClusterPage(engine::EngineClient &client, const models::ResourceStore &store,
                   const engine::ResourceId &workspace, const QList<engine::ResourceId> &machines,
                   QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_workspace; }
    void takeFocus() override;

private:
    void addFields(class QGridLayout *grid);
    [[nodiscard]] QWidget *newFoot();
    void takeMachines();
    void takePlaces();
    void check();
    void create();
    [[nodiscard]] engine::ResourceId id() const; ///< invalid while the fields are not right
    [[nodiscard]] QString fault() const;

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    engine::ResourceId m_workspace;
    QString m_profile;
    models::CheckListModel m_machines;
    PageHeader *m_header;
    Banner *m_banner;
    QComboBox *m_group;
    QComboBox *m_place;
    QLineEdit *m_name;
    ToneLabel *m_nameFault;
    CheckList *m_list;
    QLabel *m_verdict = nullptr;
    QPushButton *m_create = nullptr;
    bool m_nameIsTouched = false;
    bool m_isCreating = false;
};

} // namespace ui
