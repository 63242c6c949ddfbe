// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/panel/properties/contentcount.h"

#include "models/storage/filetaskwatch.h"
#include "models/storage/storagewords.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/text/tonelabel.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

ContentCount::ContentCount(engine::EngineClient &client, Banner *banner, QWidget *parent)
    : QWidget(parent), m_client(client), m_banner(banner),
      m_words(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(12))), m_button(new QPushButton(this))
{
    auto *title = new ToneLabel(ToneLabel::Tone::Quiet, tr("Contents"), this, textFont(12, QFont::Medium));
    title->setWordWrap(false);
    m_words->setObjectName(u"contents"_s);
    m_button->setObjectName(u"countContents"_s);
    auto *head = newRow({}, 8, {title, m_button, Stretch{}});
    setLayout(newColumn({}, 6, {head, m_words}));
    connect(m_button, &QPushButton::clicked, this, [this] { m_watch ? stop() : count(); });
    stop();
}

void ContentCount::setFiles(const QList<engine::Location> &files)
{
    if (files == m_files)
        return;
    stop();
    m_files = files;
    m_words->hide();
}

// Keeps the numbers so far.
void ContentCount::stop()
{
    if (m_watch)
        m_words->setText(tr("Stopped: %1").arg(m_words->text()));
    delete m_watch;
    m_button->setText(tr("Count"));
    m_button->setToolTip(tr("Count the files and bytes in it"));
}

void ContentCount::count()
{
    engine::FileTaskRequest request;
    request.kind = engine::FileTaskRequest::Kind::Measure;
    for (const engine::Location &file : std::as_const(m_files)) {
        request.place = file.place;
        request.paths.append(file.path);
    }
    m_banner->dismiss();
    m_button->setText(tr("Stop"));
    m_button->setToolTip(tr("Count no further"));
    say({});
    m_words->show();
    m_watch = new models::FileTaskWatch(m_client, request, this);
    connect(m_watch, &models::FileTaskWatch::progressed, this, &ContentCount::say);
    connect(m_watch, &models::FileTaskWatch::ended, this, [this](const engine::FileTaskSnapshot &task) {
        m_watch = nullptr;
        stop();
        say(task);
        m_words->setVisible(!task.error);
        if (task.error)
            m_banner->showError(*task.error);
    });
}

void ContentCount::say(const engine::FileTaskSnapshot &task)
{
    const QString words = models::countText(task.count);
    m_words->setText(task.isDone ? words : tr("%1 so far").arg(words));
}

} // namespace ui
