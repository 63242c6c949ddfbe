// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/documents.h"
#include "engine/api/engineclient.h"
#include "models/document/documentkind.h"
#include "ui/submit/planpanel.h"
#include "ui/widgets/page.h"

#include <QTimer>

class QLabel;
class QPushButton;

namespace ui {

class Banner;
class FaultList;
class JsonEditor;
class PageHeader;
class Segments;
class SubmitForm;

/// A new job as a form and as its document, in step both ways, with what will run.
class SubmitPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SubmitPage)

public:
    /// \a likeJob: valid to begin from that job's document. \a cluster: valid to choose it at first. An invalid
    /// \a experiment: one that is made when the job is submitted. That is default/default/samples for the bundled
    /// sample, and "default" beside the cluster where that is of other machines, which do not have the sample's files.
    /// \a document: not empty to begin with its text.
    SubmitPage(engine::EngineClient &client, const engine::ResourceId &experiment, const engine::ResourceId &likeJob,
               const engine::ResourceId &cluster, const models::OpenedDocument &document = {},
               QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_experiment; }
    [[nodiscard]] bool isSettled() const override { return !m_isLoading && !m_delay.isActive() && m_plan->isSettled(); }
    void setDocument(const QString &name, const QByteArray &text);
    void openDocument(const models::OpenedDocument &document); ///< in place of the text; the name of the job stays
    void showTab(const QString &name) override; ///< "both", "form", "json", "plan"
    [[nodiscard]] QString currentTab() const override;
    void refreshPlan(); ///< what a plan depends on has changed

private:
    void build();
    [[nodiscard]] QWidget *newFoot();
    [[nodiscard]] QWidget *newJsonHead();
    void begin(const engine::ResourceId &likeJob);
    void beginAnywhere();
    void fetchSample();
    void fetchNeighbours();
    void fetchTakenNames();
    void takeClusters(const QList<engine::ResourceSnapshot> &clusters);
    void useThisComputer();
    void create();
    void copyFrom(const engine::ResourceId &job);
    void takeForm();
    void scheduleCheck();
    void check();
    void receive(const engine::DocumentCheck &check);
    void showFaults(QList<engine::Fault> faults);
    [[nodiscard]] bool refusesToRun();
    void showParts(int view);
    void tellPlan(); ///< what of its warnings stands beside it
    void submit();
    void copyCommand() const;
    [[nodiscard]] engine::JobRequest request() const;

    engine::EngineClient &m_client;
    engine::ResourceId m_experiment;
    engine::ResourceId m_wanted; // the cluster to be chosen at first
    QJsonObject m_document; // the last text that could be read
    bool m_isLoading = false;
    bool m_makesExperiment = false; // it may not be there yet
    quint64 m_sources = 0; // a text that was asked for before a newer one is dropped
    bool m_formIsAhead = false; // the text came from the form: what is typed there is not written back
    bool m_textIsAhead = false; // typed and not yet read: the form shows what was before
    quint64 m_checked = 0; // checks of an older text are dropped
    QStringList m_takenNames;
    QTimer m_delay;
    PageHeader *m_header;
    Banner *m_banner;
    SubmitForm *m_form;
    JsonEditor *m_json;
    PlanPanel *m_plan;
    FaultList *m_faultList;
    Segments *m_view;
    QWidget *m_textHalf = nullptr;
    QWidget *m_side = nullptr;
    QList<engine::Fault> m_warnings; // of the text
    QLabel *m_commentHint = nullptr;
    QLabel *m_verdict = nullptr;
    QPushButton *m_submit = nullptr;
};

} // namespace ui
