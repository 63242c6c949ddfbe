// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/document/documentkind.h"
#include "ui/widgets/page/formpage.h"

class QPushButton;

namespace models {
class ResourceStore;
}

namespace ui {

class Banner;
class ClusterDocument;
class FactList;
class MachineChoice;
class PageFoot;
class PlaceFields;
class SecretPanel;

/// A new cluster of machines that are reached by SSH: where it is to stand, its name, and which machines. With a
/// document that was opened, of this computer too: what that says, what of it means nothing here, and what a job that
/// is opened beside it would run there.
class NewClusterPage final : public FormPage
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NewClusterPage)

public:
    /// \a workspace may be invalid; \a machines are checked at first; \a document may be empty.
    NewClusterPage(engine::EngineClient &client, const models::ResourceStore &store,
                   const engine::ResourceId &workspace, const QList<engine::ResourceId> &machines,
                   const models::OpenedDocument &document, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_workspace; }
    [[nodiscard]] bool isSettled() const override;
    void takeFocus() override;
    void volumesChanged() override { plan(); }
    [[nodiscard]] QJsonObject draft() const override { return fields() == m_opened ? QJsonObject() : fields(); }
    void takeDraft(const QJsonObject &fields) override;
    [[nodiscard]] bool plansJobs() const { return m_document; } ///< there is a document to plan for
    void planJob(const models::OpenedDocument &job);

private:
    void build();
    [[nodiscard]] QJsonObject fields() const;
    [[nodiscard]] QWidget *newMiddle();
    void takeDocument();
    void plan();
    void check();
    bool readNow(); ///< all as it stands; false: it cannot be created
    void create();
    void createWith(const QHash<QString, QString> &secrets); ///< by variable, those that come with the document
    [[nodiscard]] QString verdict() const;

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    engine::ResourceId m_workspace;
    PageHeader *m_header;
    Banner *m_banner;
    SecretPanel *m_secrets;
    PlaceFields *m_place;
    MachineChoice *m_machines;
    FactList *m_facts;
    QPushButton *m_map;
    ClusterDocument *m_document = nullptr; // none: an empty document
    PageFoot *m_foot = nullptr;
    bool m_isCreating = false;
    QJsonObject m_opened; // fields(), before anything was typed, or once they were sent
};

} // namespace ui
