// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/panel/removalpanel.h"

#include "models/storage/filetaskwatch.h"
#include "models/storage/filework.h"
#include "models/storage/storagewords.h"
#include "ui/storage/panel/sidepanel.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/text/tonelabel.h"

#include <QLocale>
#include <QPushButton>
#include <QShortcut>

using namespace Qt::StringLiterals;

namespace ui {

using engine::FileTaskSnapshot;
using Kind = engine::FileTaskRequest::Kind;
using models::filesText;
using models::foldersText;

RemovalPanel::RemovalPanel(engine::EngineClient &client, models::FileWork &work, QWidget *parent)
    : QFrame(parent), m_client(client), m_work(work),
      m_title(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(13.5, QFont::DemiBold))),
      m_count(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(13))),
      m_note(new ToneLabel(ToneLabel::Tone::Faint, {}, this, textFont(12))), m_banner(new Banner(this)),
      m_cancel(new QPushButton(tr("Cancel"), this)), m_remove(new QPushButton(this))
{
    setAccessibleName(tr("Delete"));
    makeSidePanel(*this);
    arrange();
    connect(&work, &models::FileWork::removing, this, &RemovalPanel::showRemoval);
    connect(&work, &models::FileWork::removed, this, &RemovalPanel::endRemoval);
}

void RemovalPanel::arrange()
{
    m_cancel->setObjectName(u"cancelRemoval"_s);
    m_cancel->setAutoDefault(true);
    m_cancel->setDefault(true);
    m_cancel->setProperty(filledProperty, true);
    m_remove->setObjectName(u"remove"_s);
    m_remove->setEnabled(false);
    auto *buttons = newRow({}, usualSpacing, {Stretch{}, m_remove, m_cancel});
    setLayout(newColumn({16, 14, 16, 12}, 8, {m_title, m_count, m_banner, m_note, Stretch{}, buttons}));
    connect(m_cancel, &QPushButton::clicked, this, &RemovalPanel::close);
    connect(m_remove, &QPushButton::clicked, this, &RemovalPanel::remove);
    connect(m_banner, &Banner::remedyRequested, this, &RemovalPanel::measure);
    new QShortcut(QKeySequence(Qt::Key_Escape), this, this, &RemovalPanel::close, Qt::WidgetWithChildrenShortcut);
}

void RemovalPanel::ask(const QList<engine::Location> &files)
{
    m_removing = 0; // a running deletion continues
    m_request = {};
    m_request.place = files.constFirst().place;
    for (const engine::Location &file : files)
        m_request.paths.append(file.path);
    m_note->setText(engine::accountOf(m_request.place).isEmpty()
                        ? tr("This cannot be undone. What is moved to the trash instead can be brought back.")
                        : tr("This cannot be undone: a storage account has no trash."));
    m_title->setText(files.size() == 1 ? tr("Delete %1?").arg(engine::shownPath(files.constFirst().toString()))
                                       : tr("Delete %1 entries of %2?")
                                             .arg(QLocale().toString(qint64(files.size())),
                                                  engine::shownPath(files.constFirst().parent().toString())));
    measure();
}

void RemovalPanel::takeFocus()
{
    m_cancel->setFocus(Qt::OtherFocusReason);
}

void RemovalPanel::measure()
{
    m_banner->dismiss();
    m_request.kind = Kind::Measure;
    m_remove->setText(tr("Delete"));
    showCount({}, false);
    delete m_counting;
    m_counting = new models::FileTaskWatch(m_client, m_request, this);
    connect(m_counting, &models::FileTaskWatch::progressed, this,
            [this](const FileTaskSnapshot &task) { showCount(task.count, false); });
    connect(m_counting, &models::FileTaskWatch::ended, this, [this](const FileTaskSnapshot &task) {
        m_counting = nullptr;
        if (task.error) {
            m_count->setText({});
            m_banner->showError(*task.error);
            return m_banner->setRemedy(tr("Count again"));
        }
        m_request.counted = task.count;
        showCount(task.count, true);
    });
}

void RemovalPanel::showCount(const engine::FileCount &count, bool isWhole)
{
    const QString words = models::countText(count);
    m_count->setText(isWhole ? words : tr("Counting: %1 so far").arg(words));
    m_remove->setEnabled(isWhole);
    if (isWhole)
        m_remove->setText(count.folders == 0 ? tr("Delete %1").arg(filesText(count.files))
                              : count.files == 0
                              ? tr("Delete %1").arg(foldersText(count.folders))
                              : tr("Delete %1 and %2").arg(filesText(count.files), foldersText(count.folders)));
}

void RemovalPanel::remove()
{
    m_banner->dismiss();
    m_request.kind = Kind::Remove;
    m_remove->setEnabled(false);
    takeFocus();
    m_removing = m_work.remove(m_request, this);
}

void RemovalPanel::showRemoval(int number, const FileTaskSnapshot &task)
{
    if (number == m_removing)
        m_count->setText(tr("Deleting: %1 of %2")
                             .arg(QLocale().toString(task.itemsDone),
                                  QLocale().toString(m_request.counted.files + m_request.counted.folders)));
}

void RemovalPanel::endRemoval(int number, const FileTaskSnapshot &task)
{
    if (number != m_removing)
        return;
    m_removing = 0;
    if (!task.error)
        return emit closed();
    if (!isVisible())
        emit failed(*task.error);
    m_count->setText({});
    m_banner->showError(*task.error);
    m_banner->setRemedy(tr("Count again"));
}

// Stops a running deletion.
void RemovalPanel::close()
{
    delete m_counting;
    if (m_removing > 0)
        m_work.stop(m_removing); // closes this, too
    else
        emit closed();
}

} // namespace ui
