// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/placednote.h"

#include "engine/storage/transfer/hereerror.h"

#include <QFile>
#include <QSaveFile>

#include <cerrno>

namespace engine {

namespace {

QString noteOf(const TransferPlan &plan)
{
    return plan.journalFile + QStringLiteral(".placed");
}

} // namespace

Result<void> notePlaced(const TransferPlan &plan)
{
    errno = 0;
    QSaveFile note(noteOf(plan)); // with what it says on the disk, or not at all
    if (note.open(QIODevice::WriteOnly) && note.write("placed\n") > 0 && note.commit())
        return {};
    return hereError(QFile::encodeName(noteOf(plan)), errno != 0 ? errno : EIO);
}

bool wasPlaced(const TransferPlan &plan)
{
    return QFile::exists(noteOf(plan));
}

void forgetPlaced(const TransferPlan &plan)
{
    QFile::remove(noteOf(plan));
}

Result<void> leaveOutMoved(TransferPlan &plan, const QByteArrayList &missing)
{
    if (!missing.isEmpty() && (!plan.removesSources || !wasPlaced(plan)))
        return noSource(plan.folder, missing.constFirst());
    plan.names.removeIf([&missing](const QByteArray &name) { return missing.contains(name); });
    return {};
}

} // namespace engine
