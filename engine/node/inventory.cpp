// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/inventory.h"

#include "engine/node/wrapperprotocol.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QLocale>

#include <algorithm>
#include <array>
#include <numeric>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Limits of what is kept of a machine's output, which may be anything.
constexpr qsizetype longestInventoryFact = 4096; // in bytes, the length of the longest path
constexpr qsizetype mostOfAKind = 256;

// Reads "15360, Tesla T4" (MiB, model). The driver prints its errors in the same place; these give nothing.
std::optional<GpuShape> readGpu(const QString &row)
{
    const qsizetype comma = row.indexOf(u',');
    const QString model = row.mid(comma + 1).trimmed();
    const QString memory = row.left(comma).trimmed();
    bool known = false;
    const qint64 mebibytes = memory.toLongLong(&known);
    if (comma < 0 || model.isEmpty() || !(known || memory.startsWith(u'[')))
        return std::nullopt;
    return GpuShape{model, known ? qMax<qint64>(mebibytes, 0) * 1024 * 1024 : 0};
}

// Reads "264212084 77618736 /mount point": size and free space in KiB, mount point.
std::optional<DiskShape> readDisk(const QString &row)
{
    bool sizeKnown = false;
    bool freeKnown = false;
    const DiskShape disk{row.section(u' ', 2), row.section(u' ', 0, 0).toLongLong(&sizeKnown) * 1024,
                         row.section(u' ', 1, 1).toLongLong(&freeKnown) * 1024};
    const bool makesSense = sizeKnown && freeKnown && disk.sizeBytes > 0 && disk.mountPoint.startsWith(u'/');
    return makesSense ? std::optional(disk) : std::nullopt;
}

Inventory::Logout readLogout(const QString &word)
{
    using Logout = Inventory::Logout;
    return word == u"killed"_s ? Logout::Killed
        : word == u"lingers"_s ? Logout::Lingers
        : word == u"managed"_s ? Logout::Managed
                               : Logout::Kept;
}

void readFact(const QByteArray &key, const QString &value, Inventory *inventory)
{
    static const QHash<QByteArray, QString Inventory::*> texts{{"os", &Inventory::os},
                                                               {"host", &Inventory::hostName},
                                                               {"machine", &Inventory::machineId},
                                                               {"boot", &Inventory::bootId},
                                                               {"home", &Inventory::home},
                                                               {"user", &Inventory::user},
                                                               {"python", &Inventory::python},
                                                               {"hometype", &Inventory::homeFileSystem},
                                                               {"userhome", &Inventory::userHome},
                                                               {"shell", &Inventory::shell}};
    if (const auto text = texts.value(key))
        inventory->*text = value;
    else if (key == "cores")
        inventory->cores = value.toInt();
    else if (key == "memory")
        inventory->memoryBytes = value.toLongLong() * 1024;
    else if (key == "logout")
        inventory->logout = readLogout(value);
    else if (key == "tool" && value.section(u' ', 1).startsWith(u'/') && inventory->tools.size() < mostOfAKind)
        inventory->tools.insert(value.section(u' ', 0, 0), value.section(u' ', 1));
    else if (const auto disk = key == "disk" ? readDisk(value) : std::nullopt;
             disk && inventory->disks.size() < mostOfAKind)
        inventory->disks.append(*disk);
    else if (const auto gpu = key == "gpu" ? readGpu(value) : std::nullopt; gpu && inventory->gpus.size() < mostOfAKind)
        inventory->gpus.append(*gpu);
}

// The id becomes the name of a folder and of a lock, so nothing else is accepted.
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

bool isNetworkFileSystem(const QString &type)
{
    static constexpr std::array kinds{"9p",   "afs",    "beegfs", "ceph", "cifs", "fhgfs", "fuse.sshfs", "gpfs",
                                      "gfs2", "lustre", "nfs",    "nfs4", "smb3", "smbfs", "glusterfs",  "panfs"};
    return type.startsWith(u"fuse."_s)
        || std::any_of(kinds.begin(), kinds.end(), [&](const char *kind) { return type == QLatin1StringView(kind); });
}

} // namespace

QJsonObject Inventory::toJson() const
{
    QJsonArray gpuRows;
    for (const GpuShape &gpu : gpus)
        gpuRows.append(QJsonObject{{u"model"_s, gpu.model}, {u"memoryBytes"_s, gpu.memoryBytes}});
    QJsonArray diskRows;
    for (const DiskShape &disk : disks)
        diskRows.append(QJsonObject{
            {u"mountPoint"_s, disk.mountPoint}, {u"sizeBytes"_s, disk.sizeBytes}, {u"freeBytes"_s, disk.freeBytes}});
    QJsonObject toolPaths;
    for (auto tool = tools.cbegin(); tool != tools.cend(); ++tool)
        toolPaths.insert(tool.key(), tool.value());
    return {{u"cores"_s, cores},
            {u"memoryBytes"_s, memoryBytes},
            {u"os"_s, os},
            {u"hostname"_s, hostName},
            {u"machineId"_s, machineId},
            {u"home"_s, home},
            {u"user"_s, user},
            {u"shell"_s, shell},
            {u"python"_s, python},
            {u"gpus"_s, gpuRows},
            {u"disks"_s, diskRows},
            {u"tools"_s, toolPaths}};
}

bool Inventory::hasNetworkHome() const
{
    return isNetworkFileSystem(homeFileSystem);
}

QList<Message> Inventory::warnings() const
{
    constexpr qint64 littleSpace = 1'000'000'000;
    constexpr std::chrono::seconds muchOffset{30};
    QList<Message> list;
    if (logout == Logout::Killed)
        list.append({QT_TRANSLATE_NOOP("engine",
                                       "It ends all processes of %1 at logout (KillUserProcesses). The first job "
                                       "switches on lingering for %1 there, so that jobs go on; cleaning the machine "
                                       "takes it back."),
                     {user}});
    else if (logout == Logout::Managed)
        list.append({QT_TRANSLATE_NOOP("engine",
                                       "Its jobs end when %1 logs out there. To let them go on, run this there: "
                                       "loginctl enable-linger"),
                     {user}});
    if (hasNetworkHome())
        list.append({QT_TRANSLATE_NOOP("engine",
                                       "%1 is on a network file system (%2). While that does not answer, nothing can "
                                       "be told about jobs there. Another folder can be set as the machine's home."),
                     {home, homeFileSystem}});
    if (!disks.isEmpty() && disks.first().freeBytes < littleSpace)
        list.append({QT_TRANSLATE_NOOP("engine", "The disk that holds %1 is nearly full: %2 are free."),
                     {home, QLocale::c().formattedDataSize(disks.first().freeBytes, 0, QLocale::DataSizeSIFormat)}});
    if (std::chrono::abs(clockOffset) > muchOffset)
        list.append({QT_TRANSLATE_NOOP("engine", "Its clock differs from this computer's by %1 s."),
                     {QString::number(std::chrono::round<std::chrono::seconds>(clockOffset).count())}});
    return list;
}

Result<Inventory> parseInventory(const CommandResult &result, qint64 sentMs, qint64 receivedMs)
{
    const QList<QByteArray> lines = answerLines(result.output);
    if (lines.isEmpty() || lines.constLast() != "end")
        return unexpectedAnswer(result);
    Inventory inventory;
    QList<qint64> nodeMs; // node's clock when the script began and ended; a driver may take seconds in between
    for (const QByteArray &line : lines) {
        const qsizetype space = line.indexOf(' ');
        const QByteArray key = line.left(space);
        const QByteArray value = space < 0 ? QByteArray() : line.mid(space + 1).trimmed();
        if (key == "time")
            nodeMs.append(value.toLongLong());
        else
            readFact(key, QString::fromUtf8(value.left(longestInventoryFact)), &inventory);
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
