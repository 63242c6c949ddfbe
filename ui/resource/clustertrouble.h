// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QJsonObject>
#include <QObject>

class QVBoxLayout;

namespace ui {

class Banner;
class SecretPanel;

/// What is wrong with a cluster: its own reason, machines whose setup failed, and the secrets that the setup lacks,
/// which are asked for.
class ClusterTrouble final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClusterTrouble)

public:
    ClusterTrouble(engine::EngineClient &client, QWidget *parent);

    [[nodiscard]] QVBoxLayout *newNotices() const; ///< holds all that is shown; once
    void show(const engine::ClusterSnapshot &cluster, const QJsonObject &document); ///< \a document of the cluster

private:
    void askSecrets();
    void showSetup(const engine::ClusterSnapshot &cluster);
    void setUpAgain();

    engine::EngineClient &m_client;
    Banner *m_reason;
    Banner *m_setup;
    Banner *m_secretBanner;
    SecretPanel *m_secrets;
    QJsonObject m_document;
    QList<engine::ResourceId> m_unset; // machines whose setup failed
    QString m_told; // by the setup's banner
    bool m_lacksSecret = false; // and was asked
};

} // namespace ui
