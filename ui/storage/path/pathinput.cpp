// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/path/pathinput.h"

#include "engine/api/storage/placespec.h"
#include "models/storage/placesmodel.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QPointer>
#include <QStringListModel>

using namespace Qt::StringLiterals;

namespace ui {

using engine::Location;

namespace {

constexpr int mostOffered = 1000;

} // namespace

PathInput::PathInput(engine::EngineClient &client, const models::PlacesModel &places, QWidget *parent)
    : QLineEdit(parent), m_client(client), m_places(places), m_folders(new QStringListModel(this))
{
    setFrame(false);
    setAccessibleName(tr("Path"));
    installEventFilter(this); // installed before the completer's filter, which therefore runs first
    auto *folders = new QCompleter(m_folders, this);
    folders->setCompletionMode(QCompleter::PopupCompletion);
    folders->setMaxVisibleItems(12);
    setCompleter(folders);
    folders->popup()->installEventFilter(this); // installed after the completer's filter, so runs before it
    connect(this, &QLineEdit::textEdited, this, &PathInput::offerFolders);
}

void PathInput::begin(const Location &folder)
{
    m_folder = folder;
    setText(folder.path);
    m_offered.clear();
    m_folders->setStringList({});
}

engine::Result<Location> PathInput::locationOf(const QString &typed) const
{
    const auto spec = engine::PlaceSpec::parse(typed);
    if (!spec)
        return spec.error();
    const QString place = spec->isHere() ? m_folder.place : spec->place;
    const QString account = engine::accountOf(place);
    if (!m_places.knows(place))
        return engine::Error::of(
            engine::ErrorCode::NotFound,
            account.isEmpty()
                ? engine::Message(QT_TRANSLATE_NOOP("engine", "There is no machine %1 in this profile."), {place})
                : engine::Message(QT_TRANSLATE_NOOP("engine", "There is no storage account %1 in this profile."),
                                  {account}),
            place);
    const bool isOfTheFolder = spec->isHere() && !spec->path.startsWith(u'~');
    const auto path = spec->pathFrom(isOfTheFolder ? m_folder.path : m_places.homeOf(place));
    if (!path)
        return path.error();
    return Location{place, *path};
}

// Completes in the folder before the last slash, which is listed once.
void PathInput::offerFolders(const QString &typed)
{
    const QString typedFolder = typed.left(typed.lastIndexOf(u'/') + 1);
    const auto folder = locationOf(typedFolder.isEmpty() ? u"."_s : typedFolder);
    if (!folder || folder->toString() == m_offered)
        return;
    m_offered = folder->toString();
    m_folders->setStringList({});
    const auto take = [self = QPointer(this), request = ++m_request,
                       typedFolder](const QList<engine::StorageEntry> &entries) {
        if (self && request == self->m_request)
            self->offer(typedFolder, entries);
    };
    m_listed.cancel();
    m_listed = m_client.storage.list(*folder, mostOffered, take);
}

// Uses only the first page of the list.
void PathInput::offer(const QString &typedFolder, const QList<engine::StorageEntry> &entries)
{
    m_listed.cancel();
    QStringList names;
    for (const engine::StorageEntry &entry : entries) {
        if (entry.isFolder)
            names.append(typedFolder + entry.name);
    }
    names.sort(Qt::CaseInsensitive);
    m_folders->setStringList(names);
    if (hasFocus() && !text().isEmpty())
        completer()->complete();
}

bool PathInput::complete()
{
    const QString found = completer()->currentCompletion();
    if (found.isEmpty() || text().isEmpty() || text() == found)
        return false;
    completer()->popup()->hide();
    setText(found + u'/');
    offerFolders(text());
    return true;
}

bool PathInput::eventFilter(QObject *watched, QEvent *event)
{
    const int key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent *>(event)->key() : 0;
    if (key == Qt::Key_Tab && complete())
        return true;
    if (watched == this && key == Qt::Key_Escape) {
        emit canceled();
        return true;
    }
    if (watched == this && event->type() == QEvent::FocusOut) {
        const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            emit abandoned();
    }
    return QLineEdit::eventFilter(watched, event);
}

} // namespace ui
