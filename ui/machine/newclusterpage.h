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

/// The form of a new cluster: parent, name and SSH machines. With a document, this computer can be chosen, too; shows
/// its settings, ignored ones, and the plan of a job that is opened beside it.
class NewClusterPage final : public FormPage
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NewClusterPage)

public:
    /// \a workspace may be invalid; \a machines are the initial choice; \a document may be empty.
    NewClusterPage(engine::EngineClient &client, const models::ResourceStore &store,
                   const engine::ResourceId &workspace, const QList<engine::ResourceId> &machines,
                   const models::OpenedDocument &document, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_workspace; }
    [[nodiscard]] bool isSettled() const override;
    void takeFocus() override;
    void volumesChanged() override { plan(); }
    [[nodiscard]] QJsonObject draft() const override { return fields() == m_opened ? QJsonObject() : fields(); }
    void takeDraft(const QJsonObject &fields) override;
    [[nodiscard]] bool plansJobs() const { return m_document; } ///< a job can be planned with the document
    void planJob(const models::OpenedDocument &job);

private:
    void build();
    [[nodiscard]] QJsonObject fields() const;
    [[nodiscard]] QWidget *newMiddle();
    void takeDocument();
    void plan();
    void check();
    bool readNow(); ///< reads all fields; false: they have faults
    void create();
    void createWith(const QHash<QString, QString> &secrets); ///< by variable of the document
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
    ClusterDocument *m_document = nullptr; // null: without a document
    PageFoot *m_foot = nullptr;
    bool m_isCreating = false;
    QJsonObject m_opened; // initial fields(), or those that were sent
};

} // namespace ui
