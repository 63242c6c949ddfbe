// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/widgets/page/page.h"

class QLabel;
class QPushButton;

namespace models {
class ResourceStore;
}

namespace ui {

class Banner;

/// The home page: introduction, and a job on this computer with one click.
class HomePage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HomePage)

public:
    HomePage(engine::EngineClient &client, const models::ResourceStore &store, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return {}; }
    [[nodiscard]] bool isSettled() const override { return !m_starting; }
    void useThisComputer();

private:
    QWidget *card(const QString &iconName, QLabel *title, QLabel *what, QLabel *fact, QPushButton *button, bool first);
    QWidget *hint(const QString &iconName, const QString &title, const QString &text);
    void showFound();
    void showUse();
    void countHosts();

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    Banner *m_banner;
    QLabel *m_useTitle;
    QLabel *m_useWords;
    QLabel *m_found;
    QLabel *m_hosts;
    QPushButton *m_use;
    engine::ResourceId m_here; // the machine of this computer, once it is in use
    bool m_starting = false;
};

} // namespace ui
