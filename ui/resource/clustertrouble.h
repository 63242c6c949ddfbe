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

/// Shows problems of a cluster: its reason and machines whose setup failed; asks for secrets that the setup lacks.
class ClusterTrouble final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClusterTrouble)

public:
    ClusterTrouble(engine::EngineClient &client, QWidget *parent);

    [[nodiscard]] QVBoxLayout *newNotices() const; ///< layout of all notices; call once
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
    QString m_told; // last notice in m_setup
    bool m_lacksSecret = false; // and the question was shown
};

} // namespace ui
