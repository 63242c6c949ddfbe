// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/widgets/page/askpanel.h"

namespace ui {

/// Asks for the new key or shared access signature of a storage account and sends it to the engine. Keeps none.
class CredentialPanel final : public AskPanel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CredentialPanel)

public:
    explicit CredentialPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    void ask(const QString &account); ///< ends an earlier question

signals:
    void closed(const QString &notice); ///< \a notice: a sentence about what was done; empty: nothing

private:
    void ask(const QString &failure, bool remembers);
    void send();

    engine::EngineClient &m_client;
    QString m_account;
    QFuture<engine::Result<void>> m_sent;
};

} // namespace ui
