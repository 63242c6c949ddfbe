// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/document/documentkind.h"

#include <QWidget>

class QSplitter;

namespace ui {

class DocumentPane;
class PlanPanel;

/// The document of a cluster to be created, and below it the plan of a job for it.
class ClusterDocument final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClusterDocument)

public:
    ClusterDocument(engine::EngineClient &client, const models::OpenedDocument &document, QWidget *parent);

    [[nodiscard]] DocumentPane &pane() const { return *m_pane; }
    [[nodiscard]] bool isSettled() const;
    void setJob(const models::OpenedDocument &job); ///< to be followed by plan()
    void plan(const engine::ResourceId &cluster); ///< plans the job on \a cluster; invalid: the name is not free

signals:
    void mapRequested(const QString &source);

private:
    DocumentPane *m_pane;
    PlanPanel *m_plan;
    QSplitter *m_halves;
    models::OpenedDocument m_job; // may be empty
};

} // namespace ui
