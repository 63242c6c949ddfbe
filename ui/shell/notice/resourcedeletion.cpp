// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/notice/resourcedeletion.h"

#include "models/deletion.h"
#include "ui/shell/dialog/deletiondialog.h"

#include <QLocale>

#include <memory>

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

ResourceDeletion::ResourceDeletion(engine::EngineClient &client, const models::ResourceStore &store,
                                   const Notices &notices, QWidget &window)
    : QObject(&window), m_client(client), m_store(store), m_notices(notices), m_window(window)
{
}

void ResourceDeletion::ask(const QList<ResourceId> &ids)
{
    auto *dialog = new DeletionDialog(m_client, m_store, ids, &m_window);
    connect(dialog, &QDialog::accepted, this,
            [this, ids, dialog] { remove(ids, dialog->stopsJobs(), dialog->chosenOutputs()); });
    dialog->open();
}

void ResourceDeletion::remove(const QList<ResourceId> &ids, bool stopsJobs,
                              const QHash<ResourceId, QList<engine::JobOutput>> &outputs)
{
    struct Outcome
    {
        qsizetype left;
        QList<ResourceId> gone;
        QList<engine::Message> users;
    };
    const auto outcome = std::make_shared<Outcome>(Outcome{ids.size(), {}, {}});
    const QString what = models::resourcesText(ids);
    const int operation = m_notices.activity->begin(models::areOfProfile(ids) ? tr("Removing %1").arg(what)
                                                                              : tr("Deleting %1").arg(what));
    const auto end = [this, outcome, operation](const ResourceId &id, const auto &answer) {
        if (answer)
            outcome->gone.append(id);
        else
            m_notices.banner->showError(answer.error());
        if (--outcome->left > 0)
            return;
        m_notices.activity->end(operation);
        if (!outcome->gone.isEmpty())
            say(outcome->gone, outcome->users);
    };
    for (const ResourceId &id : ids) {
        if (id.kind() == ResourceKind::Job) {
            engine::whenFinished(m_client.jobs.remove(id, outputs.value(id)), this,
                                 [id, end](const auto &answer) { end(id, answer); });
            continue;
        }
        engine::whenFinished(m_client.resources.remove(id, stopsJobs && id.kind() == ResourceKind::Cluster), this,
                             [id, end, outcome](const auto &answer) {
                                 if (answer)
                                     outcome->users += *answer;
                                 end(id, answer);
                             });
    }
}

// Names only the first of \a users, with the number of others.
void ResourceDeletion::say(const QList<ResourceId> &ids, const QList<engine::Message> &users)
{
    const QString what = models::resourcesText(ids);
    QString words = models::areOfProfile(ids) ? tr("Removed %1.").arg(what) : tr("Deleted %1.").arg(what);
    if (!users.isEmpty())
        words += u' ' + users.constFirst().text();
    if (users.size() > 1)
        words += u' ' + tr("So do %1 more.").arg(QLocale().toString(users.size() - 1));
    m_notices.toast->say(words);
}

} // namespace ui
