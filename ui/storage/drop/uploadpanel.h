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

/// Before a transfer: what would go where, counted while it is read, and what becomes of files that differ there.
/// Nothing is sent before it is said so.
class UploadPanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UploadPanel)

public:
    explicit UploadPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    void ask(const models::DropFacts &facts); ///< of a drop that is possible
    void askNext(models::FileWork &work); ///< its next question, which goes back to it if it is not answered
    void end(); ///< nobody counts any more
    [[nodiscard]] bool isSettled() const { return m_count.isDone() && !m_isBeginning; }
    void takeFocus();

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void asked(); ///< it wants to be seen
    void closed(); ///< begun, or not

private:
    void arrange();
    void addButtons(QVBoxLayout &column);
    void count(const models::DropFacts &facts);
    void postpone(); ///< what is asked, where somebody keeps it
    void finish();
    void change(); ///< the rule, or what is left out
    models::FileDropVerdict judge();
    void begin();
    /// The first of \a requests, and when it has begun the next; of the question \a number, which may be gone by then.
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
    QPointer<models::FileWork> m_giver; // of what is asked, unless it was answered
    bool m_isBeginning = false;
    int m_question = 0; // number of what is asked
};

} // namespace ui
