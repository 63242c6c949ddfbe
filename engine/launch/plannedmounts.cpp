// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/plannedmounts.h"

#include "engine/base/address.h"
#include "engine/batchai/placeholders.h"
#include "engine/launch/launchpaths.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QString text(const Volume &volume, const QString &key, const QString &otherwise = {})
{
    const QString given = volume.settings.value(key).toString();
    return given.isEmpty() ? otherwise : given;
}

QJsonObject fileServer(const PlanView &view, const QString &id)
{
    const auto found = std::find_if(view.fileServers.begin(), view.fileServers.end(), [&](const QJsonObject &document) {
        return document.value(u"id"_s).toString().compare(id, Qt::CaseInsensitive) == 0;
    });
    return found == view.fileServers.end() ? QJsonObject() : *found;
}

QString machineOf(const QJsonObject &fileServer)
{
    return fileServer[u"properties"_s][u"x-batchdeck"_s][u"machine"_s].toString().section(u'/', -1);
}

// A lost server becomes an I/O error after at most a minute: otherwise a process would wait in a dead mount for ever.
// Questions cannot be answered.
const auto sshfsOptions =
    u" -o reconnect,ServerAliveInterval=15,ServerAliveCountMax=3,ConnectTimeout=15,BatchMode=yes"_s;

/// Writes the mount commands of one mountVolumes.
class MountWriter
{
public:
    MountWriter(const PlanView &view, const ShellWords &words, const QString &root)
        : m_view(view), m_words(words), m_root(root)
    {
    }

    // Key files are beside the mount root and numbered: a name would have to be escaped for the comma-separated
    // options.
    QString commandLine(const PlannedMount &mount, qsizetype index) const
    {
        const QString path = m_words.word(mount.path);
        if (const QString folder = folderOf(mount); !folder.isEmpty())
            return u"ln -s "_s + m_words.word(folder) + u' ' + path;
        if (isContainer(mount.mappedTo)) // or blobfuse2, where a node has that
            return u"rclone mount "_s + m_words.word(u"bd:"_s + mount.mappedTo.section(u'/', -1)) + u' ' + path;
        if (!mount.mappedTo.isEmpty())
            return u"sshfs "_s + m_words.word(mount.mappedTo) + u' ' + path + sshfsOptions;
        const QString keyFile = m_root + u"/../keys/"_s + QString::number(index);
        switch (mount.volume.kind) {
        case VolumeKind::AzureFileShare:
            return u"mount -t cifs "_s + m_words.word(share(mount.volume)) + u' ' + path + u" -o "_s
                + m_words.word(shareOptions(mount.volume, keyFile));
        case VolumeKind::AzureBlob:
            return u"blobfuse2 mount "_s + path + u" --container-name="_s
                + m_words.word(text(mount.volume, u"containerName"_s)) + u" --config-file="_s + m_words.word(keyFile)
                + blobOptions(mount.volume);
        case VolumeKind::FileServer:
            return u"mount -t nfs -o "_s + m_words.word(text(mount.volume, u"mountOptions"_s, u"rw"_s)) + u' '
                + m_words.word(exportOf(mount.volume)) + u' ' + path;
        case VolumeKind::Unmanaged:
        case VolumeKind::Path:
            break;
        }
        return mount.volume.source.trimmed() + u' ' + path;
    }

private:
    static QString share(const Volume &volume)
    {
        QString url = volume.source;
        if (const qsizetype scheme = url.indexOf(u"://"_s); scheme >= 0)
            url.remove(0, scheme + 3);
        while (url.endsWith(u'/'))
            url.chop(1);
        return u"//"_s + url;
    }

    static QString shareOptions(const Volume &volume, const QString &keyFile)
    {
        return u"vers=3.0,credentials="_s + keyFile + u",dir_mode="_s + text(volume, u"directoryMode"_s, u"0777"_s)
            + u",file_mode="_s + text(volume, u"fileMode"_s, u"0777"_s) + u",serverino"_s;
    }

    // Quoted word by word, so that each stays one option whatever it contains.
    [[nodiscard]] QString blobOptions(const Volume &volume) const
    {
        static const QString asTheServiceDid =
            u"--use-https=true -o big_writes -o max_read=131072 -o max_write=131072 -o attr_timeout=240 -o "
            "fsname=blobfuse -o kernel_cache -o entry_timeout=240 -o negative_timeout=120 -o allow_other"_s;
        QString options;
        for (const QString &option : text(volume, u"mountOptions"_s, asTheServiceDid).simplified().split(u' '))
            options += u' ' + m_words.word(option);
        return options;
    }

    [[nodiscard]] QString exportOf(const Volume &volume) const
    {
        const QJsonObject server = fileServer(m_view, volume.source);
        const QString machine = machineOf(server);
        const QString folder = server[u"properties"_s][u"x-batchdeck"_s][u"path"_s].toString();
        return bracketed(machine.isEmpty() ? volume.source.section(u'/', -1) : machine) + u':'
            + pathBelow(folder.isEmpty() ? u"/mnt/data"_s : folder, text(volume, u"sourceDirectory"_s));
    }

    const PlanView &m_view;
    const ShellWords &m_words;
    const QString m_root;
};

void addMounts(const PlanView &view, const ShellWords &words, bool isOfCluster, QList<PlannedMount> &mounts)
{
    const QJsonValue properties = (isOfCluster ? view.cluster : view.document).value(u"properties"_s);
    const QString target = isOfCluster ? u"$.properties.nodeSetup.mountVolumes"_s : u"$.properties.mountVolumes"_s;
    const QString root = isOfCluster ? u"$AZ_BATCHAI_MOUNT_ROOT"_s : u"$AZ_BATCHAI_JOB_MOUNT_ROOT"_s;
    const QJsonValue holder = isOfCluster ? properties[u"nodeSetup"_s] : properties;
    const QList<Volume> volumes = volumesOf(holder[u"mountVolumes"_s].toObject(), target);
    const MountWriter writer(view, words, root);
    QList<PlannedMount> own;
    for (qsizetype i = 0; i < volumes.size(); ++i) {
        const Volume &volume = volumes.at(i);
        PlannedMount mount{volume, isOfCluster, {}, pathBelow(root, volume.relativeMountPath), {}};
        if (volume.kind != VolumeKind::Path)
            mount.mappedTo = mappedTarget(volume, view.volumes);
        mount.commandLine = writer.commandLine(mount, i);
        own.append(mount);
    }
    // A volume in a folder of another one is mounted after it.
    const auto depth = [](const PlannedMount &mount) { return mount.path.count(u'/'); };
    std::stable_sort(own.begin(), own.end(), [&depth](const auto &a, const auto &b) { return depth(a) < depth(b); });
    mounts += own;
}

} // namespace

QList<PlannedMount> plannedMounts(const PlanView &view, const ShellWords &words)
{
    QList<PlannedMount> mounts;
    addMounts(view, words, true, mounts);
    addMounts(view, words, false, mounts);
    return mounts;
}

QString folderOf(const PlannedMount &mount)
{
    if (mount.volume.kind == VolumeKind::Path)
        return inHome(mount.volume.source);
    return mount.mappedTo.startsWith(u"path:") ? inHome(mount.mappedTo.sliced(5)) : QString();
}

bool isUnmapped(const PlanView &view, const PlannedMount &mount)
{
    switch (mount.volume.kind) {
    case VolumeKind::AzureFileShare:
    case VolumeKind::AzureBlob:
        return mount.mappedTo.isEmpty();
    case VolumeKind::FileServer:
        return mount.mappedTo.isEmpty() && machineOf(fileServer(view, mount.volume.source)).isEmpty();
    case VolumeKind::Unmanaged:
    case VolumeKind::Path:
        break;
    }
    return false;
}

Message unmappedWords(const Volume &volume)
{
    constexpr qsizetype longest = 2000; // longer than any volume's name
    const QString source = volume.source.left(longest);
    const QString account = text(volume, u"accountName"_s).left(longest);
    if (volume.kind == VolumeKind::AzureBlob && withoutPlaceholders(account) == account)
        return {QT_TRANSLATE_NOOP("engine",
                                  "Nothing says where %1 lives now: batchctl storage account add %3 for the account "
                                  "itself, or batchctl volume map %2 path:/FOLDER"),
                {source, ShellWords::literal(withoutPlaceholders(source)), ShellWords::literal(account)}};
    return {QT_TRANSLATE_NOOP("engine", "Nothing says where %1 lives now: batchctl volume map %2 path:/FOLDER"),
            {source, ShellWords::literal(withoutPlaceholders(source))}};
}

} // namespace engine
