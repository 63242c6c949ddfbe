// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "engine/client/engineclient.h"
#include "models/document/documentkind.h"
#include "ui/submit/jobstart.h"
#include "ui/submit/plan/planpanel.h"
#include "ui/widgets/page/formpage.h"

#include <QTimer>

class QPushButton;

namespace ui {

class Banner;
class CheckPanel;
class JobText;
class SecretPanel;
class Segments;
class SubmitForm;
class ToneLabel;

/// A new job as a form and as its document, in step both ways, with what will run and whether it could.
class SubmitPage final : public FormPage
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SubmitPage)

public:
    /// \a likeJob: valid to begin from that job's document. \a cluster: valid to choose it at first. An invalid
    /// \a experiment: one that is made when the job is submitted. That is default/default/samples for the bundled
    /// sample, and "default" beside the cluster where that is of other machines, of which a job says where it runs.
    /// \a document: not empty to begin with its text.
    SubmitPage(engine::EngineClient &client, const engine::ResourceId &experiment, const engine::ResourceId &likeJob,
               const engine::ResourceId &cluster, const models::OpenedDocument &document = {},
               QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_experiment; }
    [[nodiscard]] bool isSettled() const override;
    void setDocument(const QString &name, const QByteArray &text);
    void openDocument(const models::OpenedDocument &document); ///< in place of the text; the name of the job stays
    void showTab(const QString &name) override; ///< "both", "form", "json", "plan"
    [[nodiscard]] QString currentTab() const override;
    void volumesChanged() override;
    void takeChange(const engine::ResourceDelta &delta); ///< of the store
    [[nodiscard]] QJsonObject draft() const override;
    void takeDraft(const QJsonObject &fields) override;

private:
    void build();
    [[nodiscard]] QWidget *newFoot();
    void begin(const engine::ResourceId &likeJob);
    void beginAnywhere();
    void takeStart(const QString &name, const QByteArray &text, const QString &from);
    void fetchNeighbours();
    void fetchTakenNames();
    void takeClusters(const QList<engine::ResourceSnapshot> &clusters);
    void useThisComputer();
    void takeForm();
    void touch();
    void scheduleCheck() { m_delay.start(); }
    void check();
    void receive(const engine::DocumentCheck &check);
    bool readNow(); ///< the text as it stands; false: there is something to mend first
    void showFaults(const QList<engine::Fault> &faults);
    void showVerdict();
    void takePlan(QList<engine::Fault> warnings);
    void tellPlan();
    void showParts(int view);
    void submit();
    void submitWith(const QHash<QString, QString> &secrets); ///< by variable, those that come with the document
    void create(const engine::JobRequest &job);
    void setSending(bool isSending);
    void copyCommand();
    [[nodiscard]] engine::JobRequest request(const QByteArray &text) const;
    [[nodiscard]] engine::JobRequest requestToCheck() const; ///< to be planned and checked

    engine::EngineClient &m_client;
    engine::ResourceId m_experiment;
    QJsonObject m_document; // the last text that could be read
    bool m_isLoading = false;
    bool m_makesExperiment = false; // it may not be there yet
    bool m_formIsAhead = false; // the text came from the form: what is typed there is not written back
    bool m_isValid = false; // what was last read
    bool m_isSending = false; // until the engine answers
    bool m_isTouched = false; // typed into, and not sent
    bool m_textIsAhead = false; // typed and not yet read: the form shows what was before
    quint64 m_checked = 0; // checks of an older text are dropped
    QStringList m_takenNames;
    QTimer m_delay;
    PageHeader *m_header;
    Banner *m_banner;
    SecretPanel *m_secrets;
    JobStart *m_start;
    SubmitForm *m_form;
    JobText *m_text;
    PlanPanel *m_plan;
    CheckPanel *m_check;
    Segments *m_view;
    QList<engine::Fault> m_faults;
    QList<engine::Fault> m_warnings; // of the text
    QList<engine::Fault> m_ofCluster; // what the plan says of the cluster's size
    std::pair<int, QString> m_placed; // nodes and cluster that it says that of
    ToneLabel *m_verdict = nullptr;
    QPushButton *m_submit = nullptr;
    QPushButton *m_copy = nullptr;
};

} // namespace ui
