// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// MainWindow: what was typed into forms and not sent.

#include "models/words.h"
#include "ui/shell/window/draftplaces.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/formpage.h"

#include <QStackedWidget>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

QString timeOf(const models::Draft &draft)
{
    return models::shortTime(QDateTime::fromMSecsSinceEpoch(draft.whenMs), QDateTime::currentDateTime());
}

} // namespace

void MainWindow::keepDraft()
{
    const auto *form = qobject_cast<FormPage *>(m_pages->currentWidget());
    const QString key = draftKey(m_shown);
    if (!form || key.isEmpty())
        return;
    const QJsonObject fields = form->draft();
    if (fields.isEmpty())
        return m_drafts->remove(key);
    const auto known = m_drafts->find(key);
    if (!known || known->fields != fields)
        m_drafts->keep({key, m_shownTitle, QDateTime::currentMSecsSinceEpoch(), placeToJson(m_shown), fields});
}

// Where the form has no draft, the latest of its kind is offered.
void MainWindow::takeDraft()
{
    m_draftBar->dismiss();
    auto *form = qobject_cast<FormPage *>(m_pages->currentWidget());
    const QString key = draftKey(m_shown);
    if (!form || key.isEmpty())
        return;
    if (const auto draft = m_drafts->find(key)) {
        form->takeDraft(draft->fields);
        offerDraft(tr("This was typed before (%1) and not sent.").arg(timeOf(*draft)), tr("Begin anew"), [this, key] {
            m_shown = {};
            m_drafts->remove(key);
            showPlace();
        });
    } else {
        offerLatestDraft([kind = placeToJson(m_shown).value(u"kind"_s)](const models::Draft &each) {
            return each.place[u"kind"_s] == kind;
        });
    }
    connect(form, &FormPage::draftChanged, this, &MainWindow::keepDraft);
}

void MainWindow::offerLatestDraft(const std::function<bool(const models::Draft &)> &fits)
{
    const QList<models::Draft> &all = m_drafts->all();
    const auto found = std::find_if(all.cbegin(), all.cend(), fits);
    if (found == all.cend())
        return;
    offerDraft(tr("%1: what was typed before (%2) was not sent.").arg(found->title, timeOf(*found)),
               tr("Go on with it"), [this, draft = *found] { goOnWith(draft); });
}

void MainWindow::offerDraft(const QString &words, const QString &remedy, const std::function<void()> &act)
{
    m_draftBar->showNotice(Mark::Queued, words);
    m_draftBar->setRemedy(remedy);
    m_draftAct = act;
}

// What held it may be gone meanwhile, and its document has lost its secrets.
void MainWindow::goOnWith(models::Draft draft)
{
    Place place = placeOf(draft);
    if (place.id.isValid() && !m_store.contains(place.id))
        place.id = {};
    const QString before = std::exchange(draft.key, draftKey(place));
    draft.place = placeToJson(place);
    m_drafts->keep(draft);
    if (draft.key != before)
        m_drafts->remove(before); // written with the other: at no time there is none
    go(place);
}

} // namespace ui
