// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/draft/formdrafts.h"

#include "models/resourcestore.h"
#include "models/words.h"
#include "ui/shell/draft/draftplaces.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/formpage.h"

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

FormDrafts::FormDrafts(const QString &file, const models::ResourceStore &store, Banner &bar, QObject *parent)
    : QObject(parent), m_drafts(file), m_store(store), m_bar(bar)
{
    connect(&m_bar, &Banner::remedyRequested, this, [this] {
        const auto act = m_act; // copied, as act() may offer another draft
        m_bar.dismiss();
        act();
    });
}

void FormDrafts::follow(Page *page, const Place &place, const QString &title)
{
    m_form = qobject_cast<FormPage *>(page);
    m_place = place;
    m_title = title;
    m_bar.dismiss();
    const QString key = draftKey(place);
    if (!m_form || key.isEmpty())
        return;
    if (const auto draft = m_drafts.find(key)) {
        m_form->takeDraft(draft->fields);
        offer(tr("This was typed before (%1) and not sent.").arg(timeOf(*draft)), tr("Begin anew"), [this, key] {
            m_place = {};
            m_drafts.remove(key);
            emit anewRequested();
        });
    } else {
        offerLatest([kind = placeToJson(place).value(u"kind"_s)](const models::Draft &each) {
            return each.place[u"kind"_s] == kind;
        });
    }
    connect(m_form, &FormPage::draftChanged, this, &FormDrafts::keep);
}

void FormDrafts::keep()
{
    const QString key = draftKey(m_place);
    if (!m_form || key.isEmpty())
        return;
    const QJsonObject fields = m_form->draft();
    if (fields.isEmpty())
        return m_drafts.remove(key);
    const auto known = m_drafts.find(key);
    if (!known || known->fields != fields)
        m_drafts.keep({key, m_title, QDateTime::currentMSecsSinceEpoch(), placeToJson(m_place), fields});
}

void FormDrafts::offerLatest()
{
    if (m_bar.isHidden())
        offerLatest([](const models::Draft &) { return true; });
}

void FormDrafts::offerLatest(const std::function<bool(const models::Draft &)> &fits)
{
    const QList<models::Draft> &all = m_drafts.all();
    const auto found = std::find_if(all.cbegin(), all.cend(), fits);
    if (found == all.cend())
        return;
    offer(tr("%1: what was typed before (%2) was not sent.").arg(found->title, timeOf(*found)), tr("Go on with it"),
          [this, draft = *found] { goOnWith(draft); });
}

void FormDrafts::offer(const QString &words, const QString &remedy, const std::function<void()> &act)
{
    m_bar.showNotice(Mark::Queued, words);
    m_bar.setRemedy(remedy);
    m_act = act;
}

// The draft's parent may have been deleted, and its document was saved without secrets.
void FormDrafts::goOnWith(models::Draft draft)
{
    Place place = placeOf(draft);
    if (place.id.isValid() && !m_store.contains(place.id))
        place.id = {};
    const QString before = std::exchange(draft.key, draftKey(place));
    draft.place = placeToJson(place);
    m_drafts.keep(draft);
    if (draft.key != before)
        m_drafts.remove(before); // after the new draft was saved
    emit openRequested(place);
}

} // namespace ui
