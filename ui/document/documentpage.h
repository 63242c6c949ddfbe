// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/document/documentkind.h"
#include "ui/widgets/page/formpage.h"

class QPushButton;
class QVBoxLayout;

namespace models {
class ResourceStore;
}

namespace ui {

class Banner;
class DocumentPane;
class PlaceFields;
class ToneLabel;

/// The page of an opened document without a form of its own: imports an export after a summary, creates a workspace
/// with its tags; shows faults of an unknown document.
class DocumentPage final : public FormPage
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DocumentPage)

public:
    /// \a place: group or workspace for the content; may be invalid.
    DocumentPage(engine::EngineClient &client, const models::ResourceStore &store, const engine::ResourceId &place,
                 const models::OpenedDocument &document, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_place; }
    [[nodiscard]] bool isSettled() const override;
    void takeFocus() override;
    [[nodiscard]] QJsonObject draft() const override { return fields() == m_opened ? QJsonObject() : fields(); }
    void takeDraft(const QJsonObject &fields) override;

private:
    void build(const models::OpenedDocument &document);
    void addExport(QVBoxLayout *column);
    void addWorkspace(QVBoxLayout *column);
    void addUnknown(QVBoxLayout *column, const models::OpenedDocument &document);
    [[nodiscard]] QJsonObject fields() const;
    void check();
    void go();
    void importAll();
    void makeWorkspace();

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    engine::ResourceId m_place;
    models::DocumentKind m_kind;
    PageHeader *m_header;
    Banner *m_banner;
    DocumentPane *m_pane;
    PlaceFields *m_fields = nullptr; // for a workspace
    ToneLabel *m_verdict = nullptr;
    QPushButton *m_go = nullptr;
    bool m_isUnderWay = false;
    QJsonObject m_opened; // initial fields(), or those that were sent
};

} // namespace ui
