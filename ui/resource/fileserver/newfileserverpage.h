// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/document/documentkind.h"
#include "ui/widgets/page/formpage.h"

class QComboBox;
class QLineEdit;
class QPushButton;

namespace models {
class ResourceStore;
}

namespace ui {

class Banner;
class DocumentPane;
class FactList;
class PageFoot;
class PlaceFields;
class ToneLabel;

/// The form of a new file server, a folder of a machine; with a document, also shows its settings.
class NewFileServerPage final : public FormPage
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NewFileServerPage)

public:
    /// \a workspace may be invalid, \a document empty.
    NewFileServerPage(engine::EngineClient &client, const models::ResourceStore &store,
                      const engine::ResourceId &workspace, const models::OpenedDocument &document,
                      QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_workspace; }
    [[nodiscard]] bool isSettled() const override;
    void takeFocus() override;
    [[nodiscard]] QJsonObject draft() const override;
    void takeDraft(const QJsonObject &fields) override;

private:
    void build();
    [[nodiscard]] QJsonObject fields() const;
    void takeMachines();
    void takeDocument();
    void check();
    void create();

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    engine::ResourceId m_workspace;
    PageHeader *m_header;
    Banner *m_banner;
    PlaceFields *m_place;
    QComboBox *m_machine;
    QLineEdit *m_path;
    FactList *m_facts;
    PageFoot *m_foot;
    ToneLabel *m_verdict;
    QPushButton *m_create;
    DocumentPane *m_document = nullptr; // null: without a document
    bool m_isCreating = false;
    QJsonObject m_opened; // initial fields(), or those that were sent
};

} // namespace ui
