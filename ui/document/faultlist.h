// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QListWidget>

namespace ui {

/// List of faults of a document with position, cause and remedy. Return or a click goes to the position. As high as its
/// rows, up to a few; hidden without faults.
class FaultList final : public QListWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FaultList)

public:
    explicit FaultList(QWidget *parent = nullptr);

    /// \a kind: of the document, for remedies. Warnings are listed last.
    void setFaults(const QList<engine::Fault> &faults, const QList<engine::Fault> &warnings, engine::ResourceKind kind);

signals:
    void placeRequested(int line, int column);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void fit();

    QList<engine::Fault> m_faults;
    QList<engine::Fault> m_warnings;
    engine::ResourceKind m_kind = engine::ResourceKind::Job;
};

} // namespace ui
