// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/clustertrouble.h"

#include "engine/base/whenfinished.h"
#include "models/document/clusterwords.h"
#include "models/document/wantedsecrets.h"
#include "ui/secret/secretpanel.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"

#include <QJsonArray>
#include <QLocale>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

ClusterTrouble::ClusterTrouble(engine::EngineClient &client, QWidget *parent)
    : QObject(parent), m_client(client), m_reason(new Banner(parent)), m_setup(new Banner(parent)),
      m_secretBanner(new Banner(parent)), m_secrets(new SecretPanel(client, parent))
{
    m_setup->setObjectName(u"setupBanner"_s);
    connect(m_setup, &Banner::remedyRequested, this, &ClusterTrouble::setUpAgain);
    m_secretBanner->setObjectName(u"secretBanner"_s);
    connect(m_secrets, &SecretPanel::asked, m_secretBanner, &Banner::dismiss);
    m_secrets->reportTo(m_secretBanner);
}

QVBoxLayout *ClusterTrouble::newNotices() const
{
    return newColumn({16, 4, 16, 4}, 8, {m_reason, m_setup, m_secretBanner, m_secrets});
}

void ClusterTrouble::show(const engine::ClusterSnapshot &cluster, const QJsonObject &document)
{
    m_document = document;
    askSecrets();
    showSetup(cluster);
    if (cluster.reason.isEmpty())
        m_reason->dismiss();
    else
        m_reason->showNotice(Mark::Unusable, cluster.reason.text());
}

void ClusterTrouble::askSecrets()
{
    const QJsonArray errors = m_document.value(u"properties"_s)[u"errors"_s].toArray();
    const bool lacksSecret = std::any_of(errors.cbegin(), errors.cend(), [](const QJsonValue &error) {
        return error[u"code"_s].toString() == u"SecretMissing";
    });
    if (!lacksSecret && m_lacksSecret && !m_secrets->isBusy())
        m_secrets->withdraw(); // while busy, first sends all typed secrets
    if (lacksSecret && !m_lacksSecret)
        m_secrets->askAgain(models::secretsOf(engine::ResourceKind::Cluster, m_document), tr("Set and go on"));
    m_lacksSecret = lacksSecret;
}

// Shows the whole error of a failed setup, which does not fit into its column.
void ClusterTrouble::showSetup(const engine::ClusterSnapshot &cluster)
{
    m_unset.clear();
    QString first;
    for (const engine::NodeSnapshot &node : cluster.nodes) {
        if (models::setupOf(m_document, node.name) != u"failed")
            continue;
        if (m_unset.isEmpty())
            first = node.reason.text();
        m_unset.append(node.machine);
    }
    if (m_unset.isEmpty()) {
        m_told.clear();
        return m_setup->dismiss();
    }
    const QString name = m_unset.constFirst().name();
    const QString told = name + first + QString::number(m_unset.size()) + (m_lacksSecret ? u"+"_s : QString());
    if (told == std::exchange(m_told, told))
        return; // the user may have closed the banner
    m_setup->showNotice(
        Mark::Unusable,
        m_unset.size() == 1
            ? tr("%1 could not be set up.").arg(name)
            : tr("%1 nodes could not be set up. The first is %2.").arg(QLocale().toString(m_unset.size()), name),
        first);
    m_setup->setRemedy(m_lacksSecret ? tr("Type the secrets") : tr("Set up again"));
}

void ClusterTrouble::setUpAgain()
{
    if (std::exchange(m_lacksSecret, false))
        return askSecrets();
    for (const engine::ResourceId &machine : std::as_const(m_unset)) {
        engine::whenFinished(m_client.machines.connect(machine), this, [this](const auto &connected) {
            if (!connected)
                m_setup->showError(connected.error());
        });
    }
}

} // namespace ui
