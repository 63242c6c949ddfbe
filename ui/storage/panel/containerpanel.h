// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QFrame>

class QLineEdit;
class QPushButton;

namespace ui {

class Banner;
class ToneLabel;

/// Asks for the name of a new container of a storage account and makes it.
class ContainerPanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ContainerPanel)

public:
    explicit ContainerPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    void ask(const engine::Location &account); ///< \a account: the list of its containers
    void takeFocus();
    [[nodiscard]] bool isSettled() const { return !m_isMaking; }

signals:
    void made(const engine::Location &container);
    void closed();

private:
    void arrange();
    void check();
    void make();

    engine::EngineClient &m_client;
    engine::Location m_account;
    ToneLabel *m_title;
    QLineEdit *m_name;
    ToneLabel *m_rule;
    Banner *m_banner;
    QPushButton *m_make;
    bool m_isMaking = false;
};

} // namespace ui
