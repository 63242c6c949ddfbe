// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/widgets/page/formpage.h"

class QPushButton;

namespace models {
class ResourceStore;
}

namespace ui {

class AccountForm;
class Banner;
class PageFoot;

/// The form that adds a storage account of Azure Blob, which is tried first.
class NewAccountPage final : public FormPage
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NewAccountPage)

public:
    NewAccountPage(engine::EngineClient &client, const models::ResourceStore &store, QWidget *parent = nullptr);
    ~NewAccountPage() override; ///< ends a try that is under way

    [[nodiscard]] engine::ResourceId resource() const override { return {}; }
    [[nodiscard]] bool isSettled() const override { return !m_isTrying; }
    void takeFocus() override;
    [[nodiscard]] QJsonObject draft() const override;
    void takeDraft(const QJsonObject &fields) override;

private:
    void arrange();
    void takeAccounts();
    void showForm();
    void add(bool isTried);
    void setTrying(bool isTrying);
    void takeRefusal(const engine::Error &error);
    void copyCommand() const;

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    PageHeader *m_header;
    AccountForm *m_form;
    Banner *m_banner;
    PageFoot *m_foot;
    QPushButton *m_copy;
    QPushButton *m_cancel;
    QFuture<engine::Result<engine::ResourceId>> m_try;
    bool m_isTrying = false;
    bool m_isAdded = false; // nothing is left to be kept as a draft
};

} // namespace ui
