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

/// The page of a new job: form and document, which follow each other, plan and check.
class SubmitPage final : public FormPage
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SubmitPage)

public:
    /// \a likeJob: initial document, if valid. \a cluster: initial choice, if valid. \a experiment: if invalid, it is
    /// created at the submission: default/default/samples for the bundled sample, else "default" in the workspace of
    /// the cluster. \a document: initial text, if not empty.
    SubmitPage(engine::EngineClient &client, const engine::ResourceId &experiment, const engine::ResourceId &likeJob,
               const engine::ResourceId &cluster, const models::OpenedDocument &document = models::OpenedDocument(),
               QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override;
    [[nodiscard]] bool isSettled() const override;
    void setDocument(const QString &name, const QByteArray &text);
    void openDocument(const models::OpenedDocument &document); ///< replaces the text; keeps the job's name
    void showTab(const QString &name) override; ///< "both", "form", "json", "plan"
    [[nodiscard]] QString currentTab() const override;
    void takeFocus() override;
    void volumesChanged() override;
    void takeChange(const engine::ResourceDelta &delta); ///< a change of the store
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
    bool readNow(); ///< reads the current text; false: it has faults
    void showFaults(const QList<engine::Fault> &faults);
    void showVerdict();
    void enableSubmit();
    void takePlan(const QList<engine::Fault> &warnings);
    void showParts(int view);
    void submit();
    void submitWith(const QHash<QString, QString> &secrets); ///< by variable of the document
    void leave(const engine::ResourceId &job); ///< opens the created job
    void copyCommand();
    [[nodiscard]] engine::JobRequest request(const QByteArray &text) const;
    [[nodiscard]] engine::JobRequest requestToCheck() const; ///< for plan and check

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
