// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/plan/placednote.h"

#include "engine/storage/transfer/wire/hereerror.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <QFile>
#include <QSaveFile>

#include <cerrno>

namespace engine {

namespace {

QString noteOf(const TransferPlan &plan)
{
    return plan.journalFile + QStringLiteral(".placed");
}

QString sourcesOf(const TransferPlan &plan)
{
    return plan.journalFile + QStringLiteral(".sources");
}

// Writes the file as a whole and to the disk, or not at all.
Result<void> write(const QString &path, const QByteArray &text)
{
    errno = 0;
    QSaveFile note(path);
    if (note.open(QIODevice::WriteOnly) && note.write(text) == text.size() && note.commit())
        return {};
    return hereError(QFile::encodeName(path), errno != 0 ? errno : EIO);
}

} // namespace

Result<void> notePlaced(const TransferPlan &plan)
{
    return write(noteOf(plan), "placed\n");
}

bool wasPlaced(const TransferPlan &plan)
{
    return QFile::exists(noteOf(plan));
}

std::optional<QByteArrayList> notedSources(const TransferPlan &plan)
{
    QFile note(sourcesOf(plan));
    if (!note.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArrayList words = note.readAll().split('\n');
    return words.size() == plan.names.size() ? words : std::optional<QByteArrayList>();
}

Result<void> noteSources(const TransferPlan &plan, const QByteArrayList &words)
{
    return write(sourcesOf(plan), words.join('\n'));
}

void forgetPlaced(const TransferPlan &plan)
{
    QFile::remove(noteOf(plan));
    QFile::remove(sourcesOf(plan));
}

Result<void> leaveOutMissing(RunContext &context, const QByteArrayList &missing)
{
    TransferPlan &plan = context.plan;
    const bool isPlaced = plan.removesSources && wasPlaced(plan);
    const bool isAnyBrought = isPlaced || context.counters.filesRenamed > 0 || missing.size() < plan.names.size();
    for (const QByteArray &name : missing) {
        if (isPlaced && !context.missedAtFirst.contains(name))
            continue;
        const Error why = noSource(plan.folder, name);
        if (!plan.bringsWhatIsThere || !isAnyBrought)
            return why;
        if (context.failed.add(name, why.message.englishText()))
            ++context.counters.filesTotal;
    }
    plan.names.removeIf([&missing](const QByteArray &name) { return missing.contains(name); });
    return {};
}

} // namespace engine
