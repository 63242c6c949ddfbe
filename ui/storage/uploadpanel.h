// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engineclient.h"
#include "models/transfer/dropcount.h"
#include "models/transfer/dropjudge.h"

#include <QFrame>
#include <QTimer>

class QButtonGroup;
class QCheckBox;
class QGridLayout;
class QPushButton;
class QVBoxLayout;

namespace ui {

class Banner;
class DropFigures;
class ToneLabel;

/// Before a transfer: what would go where, counted while it is read, and what becomes of files that differ there.
/// Nothing is sent before it is said so.
class UploadPanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UploadPanel)

public:
    explicit UploadPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    void ask(const models::DropFacts &facts); ///< of a drop that is possible
    /// Asks only when something of theirs is there already; else it begins by itself.
    void askIfThere(const models::DropFacts &facts);
    void end(); ///< nobody counts any more
    [[nodiscard]] bool isLooking() const { return m_beginsIfFree; } ///< whether it has to ask
    [[nodiscard]] const models::DropFacts &facts() const { return m_facts; }
    [[nodiscard]] bool isSettled() const { return m_count.isDone() && !m_beginsIfFree && !m_isBeginning; }
    void takeFocus();

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void asked(); ///< it wants to be seen
    void closed(); ///< begun, or not

private:
    void arrange();
    void addRules(QVBoxLayout &column);
    void addButtons(QVBoxLayout &column);
    void count(const models::DropFacts &facts);
    void beginIfFree();
    void showQuestion();
    void change(); ///< the rule, or what is left out
    void judge();
    void showDiffering();
    void begin();
    void beginNext();

    engine::EngineClient &m_client;
    models::DropCount m_count;
    models::DropFacts m_facts;
    models::FileDropVerdict m_verdict;
    ToneLabel *m_title;
    ToneLabel *m_from;
    Banner *m_banner;
    DropFigures *m_figures;
    QButtonGroup *m_rules;
    QCheckBox *m_gitignore;
    QCheckBox *m_checksum;
    QWidget *m_differing; // the first of them, by name
    QGridLayout *m_differingRows;
    ToneLabel *m_note;
    ToneLabel *m_whyNot;
    QPushButton *m_begin;
    QList<engine::TransferRequest> m_toBegin;
    QTimer m_patience; // until the question is asked though nobody knows whether it has to be
    bool m_beginsIfFree = false;
    bool m_isBeginning = false;
};

} // namespace ui
