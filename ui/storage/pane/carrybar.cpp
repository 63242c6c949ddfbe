// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/pane/carrybar.h"

#include "engine/base/whenfinished.h"
#include "models/transfer/transferwords.h"
#include "ui/storage/drop/draggedfiles.h"
#include "ui/storage/drop/privatefolder.h"
#include "ui/theme/icons.h"
#include "ui/transfer/progresstrack.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/text/picture.h"
#include "ui/widgets/text/tonelabel.h"

#include <QApplication>
#include <QDrag>
#include <QLocale>
#include <QMouseEvent>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

using engine::Location;
using engine::TransferState;

CarryBar::CarryBar(engine::EngineClient &client, QWidget *parent)
    : QFrame(parent), m_client(client), m_icon(new Picture({}, 16, this)),
      m_words(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(13))), m_track(new ProgressTrack(this))
{
    QToolButton *close = newToolButton(u"x"_s, tr("Delete what was fetched to be dragged"));
    close->setObjectName(u"closeCarry"_s);
    connect(close, &QToolButton::clicked, this, &CarryBar::close);
    m_words->setTextInteractionFlags(Qt::NoTextInteraction); // as the mouse drags the files
    auto *row = newRow({16, 7, 10, 7}, 10, {m_icon, {m_words, 1}, m_track, close});
    setLayout(newColumn({}, 0, {newLine(), row}));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    hide();
    connect(&client, &engine::EngineClient::transferProgressed, this, [this](const engine::TransferSnapshot &transfer) {
        if (transfer.id == m_transfer)
            m_track->setValue(models::transferPercent(transfer), Mark::Running);
    });
}

CarryBar::~CarryBar()
{
    drop();
}

void CarryBar::fetch(const QList<Location> &files)
{
    drop();
    show();
    m_what = files.size() == 1 ? engine::shownPath(files.constFirst().name())
                               : tr("%1 entries").arg(QLocale().toString(files.size()));
    m_folder = std::make_unique<PrivateFolder>();
    if (!m_folder->isValid())
        return fail(tr("%1 cannot be fetched: no folder can be made in the cache.").arg(m_what));
    for (const Location &file : files)
        m_files.append({{}, engine::joinedPath(m_folder->path(), file.name())});
    say(tr("Fetching %1, to be dragged to another program").arg(m_what));
    m_track->setValue(-1, Mark::Running);
    m_track->show();
    const engine::TransferRequest request{files, {{}, m_folder->path()}, engine::ConflictRule::Replace, 0};
    engine::whenFinished(m_client.transfers.start(request), this, [this, round = m_round](const auto &begun) {
        if (round != m_round) {
            if (begun)
                m_client.transfers.cancel(begun->id);
            return;
        }
        if (!begun)
            return fail(begun.error().message.text());
        follow(*begun);
    });
}

void CarryBar::follow(const engine::TransferSnapshot &begun)
{
    m_transfer = begun.id;
    engine::whenFinished(m_client.transfers.wait(m_transfer), this, [this, round = m_round](const auto &ended) {
        if (round == m_round)
            ended ? take(*ended) : fail(ended.error().message.text());
    });
}

void CarryBar::take(const engine::TransferSnapshot &ended)
{
    if (ended.state != TransferState::Done)
        return fail(models::transferStatus(ended));
    m_client.transfers.cancel(std::exchange(m_transfer, {})); // removes the finished transfer from the list
    m_isReady = true;
    m_track->hide();
    m_icon->setIcon(icon(u"folder"_s));
    setCursor(Qt::OpenHandCursor);
    say(tr("%1 is here: drag it from this bar to where it should go").arg(m_what));
}

void CarryBar::say(const QString &words)
{
    m_words->setText(words);
    setAccessibleName(words);
    m_words->setTone(ToneLabel::Tone::Text);
}

void CarryBar::fail(const QString &words)
{
    say(words);
    m_words->setTone(ToneLabel::Tone::Failed);
    m_track->hide();
}

void CarryBar::drop()
{
    ++m_round;
    if (!m_transfer.isEmpty())
        m_client.transfers.cancel(std::exchange(m_transfer, {}));
    m_isReady = false;
    m_files.clear();
    m_folder.reset();
    m_icon->setIcon({});
    unsetCursor();
}

void CarryBar::close()
{
    drop();
    hide();
}

void CarryBar::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->position().toPoint();
}

void CarryBar::mouseMoveEvent(QMouseEvent *event)
{
    const bool isFar = (event->position().toPoint() - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (!m_isReady || !event->buttons().testFlag(Qt::LeftButton) || !isFar)
        return;
    auto *drag = new QDrag(this);
    drag->setMimeData(new DraggedFiles(m_files));
    drag->setPixmap(chipOf(m_files, devicePixelRatioF()));
    drag->exec(Qt::CopyAction);
}

} // namespace ui
