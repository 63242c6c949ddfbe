// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/inventory.h"

#include "engine/node/wrapperprotocol.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// "15360, Tesla T4"; the driver's complaints come in the same place.
std::optional<Inventory::Gpu> readGpu(const QString &row)
{
    const qsizetype comma = row.indexOf(u',');
    const QString model = row.mid(comma + 1).trimmed();
    const QString memory = row.left(comma).trimmed();
    bool known = false;
    const qint64 mebibytes = memory.toLongLong(&known);
    if (comma < 0 || model.isEmpty() || !(known || memory.startsWith(u'[')))
        return std::nullopt;
    return Inventory::Gpu{model, known ? qMax<qint64>(mebibytes, 0) * 1024 * 1024 : 0};
}

void readFact(const QByteArray &key, const QString &value, Inventory *inventory)
{
    if (key == "cores")
        inventory->cores = value.toInt();
    else if (key == "memory")
        inventory->memoryBytes = value.toLongLong() * 1024;
    else if (key == "os")
        inventory->os = value;
    else if (key == "host")
        inventory->hostName = value;
    else if (key == "machine")
        inventory->machineId = value;
    else if (key == "boot")
        inventory->bootId = value;
    else if (key == "home")
        inventory->home = value;
    else if (key == "user")
        inventory->user = value;
    else if (key == "python")
        inventory->python = value;
    else if (const auto gpu = key == "gpu" ? readGpu(value) : std::nullopt)
        inventory->gpus.append(*gpu);
}

// It becomes the name of a folder and of a lock.
bool isMachineId(const QString &text)
{
    return text.size() == 32 && std::all_of(text.begin(), text.end(), [](QChar c) {
               return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f');
           });
}

QString idFromHostName(const QString &hostName)
{
    QString id = u"host-"_s;
    for (const QChar c : hostName)
        id += c.unicode() < 128 && (c.isLetterOrNumber() || c == u'.' || c == u'-') ? c : u'_';
    return id;
}

} // namespace

Result<Inventory> parseInventory(const CommandResult &result, qint64 sentMs, qint64 receivedMs)
{
    const QList<QByteArray> lines = answerLines(result.output);
    if (lines.isEmpty() || lines.constLast() != "end")
        return unexpectedAnswer(result);
    Inventory inventory;
    QList<qint64> nodeMs; // at its begin and its end: a driver may take seconds in between
    for (const QByteArray &line : lines) {
        const qsizetype space = line.indexOf(' ');
        const QByteArray key = line.left(space);
        const QByteArray value = space < 0 ? QByteArray() : line.mid(space + 1).trimmed();
        if (key == "time")
            nodeMs.append(value.toLongLong());
        else
            readFact(key, QString::fromUtf8(value), &inventory);
    }
    if (inventory.hostName.isEmpty() || !inventory.home.startsWith(u'/'))
        return unexpectedAnswer(result);
    if (!isMachineId(inventory.machineId))
        inventory.machineId = idFromHostName(inventory.hostName);
    if (nodeMs.size() == 2)
        inventory.clockOffset =
            std::chrono::milliseconds(std::midpoint(nodeMs.first(), nodeMs.last()) - std::midpoint(sentMs, receivedMs));
    return inventory;
}

} // namespace engine
