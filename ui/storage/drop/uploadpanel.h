// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/transfer/dropcount.h"
#include "models/transfer/dropjudge.h"

#include <QFrame>
#include <QPointer>

class QPushButton;
class QVBoxLayout;

namespace models {
class FileWork;
}

namespace ui {

class Banner;
class DifferingFiles;
class DropFigures;
class ToneLabel;
class UploadRules;

/// Confirms a transfer: sources and target, numbers of files and bytes while counting, and the rule for files that
/// differ at the target. Sends nothing before confirmation.
class UploadPanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UploadPanel)

public:
    explicit UploadPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    void ask(const models::DropFacts &facts); ///< about a possible drop
    void askNext(models::FileWork &work); ///< its next question; returned to \a work if not answered
    void end(); ///< returns an open question and ends counting
    [[nodiscard]] bool isSettled() const { return m_count.isDone() && !m_isBeginning; }
    void takeFocus();

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void asked(); ///< the panel needs to be shown
    void closed(); ///< started or canceled

private:
    void arrange();
    void addButtons(QVBoxLayout &column);
    void count(const models::DropFacts &facts);
    void postpone(); ///< returns the question to m_giver, if any
    void finish();
    void change(); ///< applies changed rules
    models::FileDropVerdict judge();
    void begin();
    /// Starts \a requests one after another; \a number of their question, which may be closed meanwhile.
    void beginNext(QList<engine::TransferRequest> requests, int number);

    engine::EngineClient &m_client;
    models::DropCount m_count;
    models::DropFacts m_facts;
    ToneLabel *m_title;
    ToneLabel *m_from;
    Banner *m_banner;
    DropFigures *m_figures;
    UploadRules *m_rules;
    DifferingFiles *m_differing;
    ToneLabel *m_note;
    ToneLabel *m_whyNot;
    QPushButton *m_begin;
    QPointer<models::FileWork> m_giver; // origin of the open question
    bool m_isBeginning = false;
    int m_question = 0; // number of the current question
};

} // namespace ui
