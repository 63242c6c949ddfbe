// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QComboBox>

namespace ui {

/// The cluster of a new job: of the form, whether or not the document names it. Where there is none at all, this
/// computer is offered.
class ClusterPicker final : public QComboBox
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClusterPicker)

public:
    explicit ClusterPicker(QWidget *parent = nullptr);

    /// Those of \a workspace stand first and by their name alone.
    void setClusters(const QList<engine::ResourceId> &clusters, const engine::ResourceId &workspace);
    void choose(const engine::ResourceId &cluster); ///< now if it is listed, and when the next list has it
    void setPath(const QString &path); ///< of a document, listed or not; empty: the choice stays
    [[nodiscard]] QString path() const { return currentData().toString(); }
    [[nodiscard]] QWidget *remedy() const { return m_remedy; } ///< to stand below it, hidden unless there is no cluster

signals:
    void useThisComputerRequested();

private:
    [[nodiscard]] int rowOf(const QString &path) const;

    engine::ResourceId m_wanted; // to be chosen in the next list
    QWidget *m_remedy;
};

} // namespace ui
