// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/machine/checklistmodel.h"

#include <QWidget>

class QPushButton;

namespace ui {

class Banner;
class CheckList;

/// Connects several hosts of ~/.ssh/config at once.
class ImportPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImportPanel)

public:
    explicit ImportPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    void reload();
    [[nodiscard]] bool isLoading() const { return m_isLoading; }

signals:
    void hostsChanged(const QStringList &names);

private:
    void receive(const engine::Result<QList<engine::ListedHost>> &answer);
    void importChecked();
    void showCount();

    engine::EngineClient &m_client;
    models::CheckListModel m_model;
    Banner *m_banner;
    CheckList *m_list;
    QPushButton *m_import;
    bool m_isLoading = false;
    bool m_isUnknown = false; // the hosts could not be listed; the banner says why
    bool m_isImporting = false;
};

} // namespace ui
