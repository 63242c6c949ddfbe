// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QComboBox>

namespace ui {

/// Choice of the cluster of a new job. Without any cluster, offers this computer.
class ClusterPicker final : public QComboBox
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClusterPicker)

public:
    explicit ClusterPicker(QWidget *parent = nullptr);

    /// Clusters of \a workspace come first and are shown by name only.
    void setClusters(const QList<engine::ResourceId> &clusters, const engine::ResourceId &workspace);
    void choose(const engine::ResourceId &cluster); ///< now if it is listed, and when the next list has it
    void setPath(const QString &path); ///< of a document, may be unlisted; empty: no change
    [[nodiscard]] QString path() const { return currentData().toString(); }
    [[nodiscard]] QWidget *remedy() const { return m_remedy; } ///< to be placed below; visible only without clusters

signals:
    void useThisComputerRequested();

private:
    [[nodiscard]] int rowOf(const QString &path) const;

    engine::ResourceId m_wanted; // to be chosen in the next list
    QWidget *m_remedy;
};

} // namespace ui
