// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "engine/client/engineclient.h"
#include "models/document/documentkind.h"
#include "ui/submit/job/jobverdict.h"
#include "ui/widgets/page/formpage.h"

class QPushButton;

namespace ui {

class Banner;
class CheckPanel;
class JobDocument;
class JobPlace;
class JobStart;
class JobSubmission;
class JobText;
class PageFoot;
class PlanPanel;
class SecretPanel;
class Segments;
class SubmitForm;

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
               const engine::ResourceId &cluster, const models::OpenedDocument &document = models::OpenedDocument(),
               QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override;
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
    void build(engine::EngineClient &client);
    [[nodiscard]] QWidget *newHalves();
    void connectParts();
    void begin(const engine::ResourceId &likeJob);
    void takeStart(const QString &name, const QByteArray &text, const QString &from);
    void takeClusters(const QList<engine::ResourceSnapshot> &clusters);
    void takeNames();
    void showPlace();
    void receive(const engine::DocumentCheck &check);
    bool readNow(); ///< the text as it stands; false: there is something to mend first
    void showFaults(const QList<engine::Fault> &faults);
    void showVerdict();
    void enableSubmit();
    void takePlan(const QList<engine::Fault> &warnings);
    void showParts(int view);
    void submit();
    void submitWith(const QHash<QString, QString> &secrets); ///< by variable, those that come with the document
    void leave(const engine::ResourceId &job); ///< which was made
    void copyCommand();
    [[nodiscard]] engine::JobRequest request(const QByteArray &text) const;
    [[nodiscard]] engine::JobRequest requestToCheck() const; ///< to be planned and checked

    PageHeader *m_header;
    Banner *m_banner;
    SecretPanel *m_secrets;
    JobStart *m_start;
    SubmitForm *m_form;
    JobText *m_text;
    PlanPanel *m_plan;
    CheckPanel *m_check;
    Segments *m_view;
    PageFoot *m_foot;
    QPushButton *m_copy;
    JobPlace *m_place;
    JobDocument *m_document;
    JobSubmission *m_submission;
    JobVerdict m_verdict;
};

} // namespace ui
