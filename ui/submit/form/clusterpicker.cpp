// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/form/clusterpicker.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"

#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

ClusterPicker::ClusterPicker(QWidget *parent) : QComboBox(parent), m_remedy(new QWidget)
{
    m_remedy->setObjectName(u"noCluster"_s);
    auto *why = new QLabel(tr("There is no cluster yet."));
    why->setFont(textFont(12));
    why->setWordWrap(true);
    auto *use = new QPushButton(tr("Use this computer"));
    use->setObjectName(u"useThisComputer"_s);
    connect(use, &QPushButton::clicked, this, &ClusterPicker::useThisComputerRequested);
    m_remedy->setLayout(newRow({0, 0, 0, 4}, usualSpacing, {{why, 1}, use}));
    m_remedy->hide();
}

int ClusterPicker::rowOf(const QString &path) const
{
    return findData(path, Qt::UserRole, Qt::MatchFixedString);
}

void ClusterPicker::setClusters(const QList<engine::ResourceId> &clusters, const engine::ResourceId &workspace)
{
    const QString before = path();
    clear();
    for (const bool own : {true, false}) {
        for (const engine::ResourceId &id : clusters) {
            const engine::ResourceId &holder = id.parent();
            if ((holder == workspace) == own)
                addItem(own ? id.name() : tr("%1 in %2 / %3").arg(id.name(), holder.groupName(), holder.name()),
                        id.toString());
        }
    }
    m_remedy->setVisible(clusters.isEmpty());
    setEnabled(!clusters.isEmpty() || !before.isEmpty());
    if (!before.isEmpty() && rowOf(before) < 0)
        addItem(before, before);
    setCurrentIndex(before.isEmpty() ? 0 : rowOf(before));
    choose(m_wanted);
    m_wanted = {};
}

void ClusterPicker::choose(const engine::ResourceId &cluster)
{
    m_wanted = cluster;
    const int row = rowOf(cluster.toString());
    if (cluster.isValid() && row >= 0)
        setCurrentIndex(row);
}

void ClusterPicker::setPath(const QString &path)
{
    if (path.isEmpty())
        return;
    if (rowOf(path) < 0)
        addItem(path.section(u'/', -1), path);
    setCurrentIndex(rowOf(path));
}

} // namespace ui
