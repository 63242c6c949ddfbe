// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/document/documentkind.h"

#include "engine/api/document/documents.h"
#include "models/translated.h"
#include "models/words.h"

#include <QJsonArray>

#include <array>

using namespace Qt::StringLiterals;

namespace models {

using engine::ResourceId;
using engine::ResourceKind;

namespace {

constexpr std::pair<DocumentKind, ResourceKind> describedKinds[]{{DocumentKind::Job, ResourceKind::Job},
                                                                 {DocumentKind::Cluster, ResourceKind::Cluster},
                                                                 {DocumentKind::FileServer, ResourceKind::FileServer},
                                                                 {DocumentKind::Workspace, ResourceKind::Workspace}};

DocumentKind documentKind(ResourceKind kind)
{
    for (const auto &[document, resource] : describedKinds) {
        if (resource == kind)
            return document;
    }
    return DocumentKind::Unknown;
}

QJsonArray exportedOf(const QJsonObject &document)
{
    const QJsonValue bare = document.value(u"resources"_s);
    return (bare.isArray() ? bare : document[u"properties"_s][u"resources"_s]).toArray();
}

ResourceId workspaceUnder(const ResourceId &under)
{
    return under.isValid() ? under.ancestor(ResourceKind::Workspace) : ResourceId();
}

DropVerdict accepted(const QString &words, const ResourceId &place = {}, const ResourceId &cluster = {})
{
    return {true, place, cluster, words};
}

DropVerdict refused(const QString &words)
{
    return {false, {}, {}, words};
}

DropVerdict judgeJob(const ResourceId &under)
{
    if (!under.isValid())
        return accepted(tr("Drop to open as a new job"));
    if (const ResourceId experiment = under.ancestor(ResourceKind::Experiment); experiment.isValid())
        return accepted(tr("Drop for a new job in %1").arg(experiment.name()), experiment);
    switch (under.kind()) {
    case ResourceKind::Cluster:
        return accepted(tr("Drop for a new job on %1").arg(under.name()), {}, under);
    case ResourceKind::Machine:
        return refused(tr("A job goes into an experiment, or onto a cluster, not onto a single machine."));
    case ResourceKind::FileServer:
        return refused(tr("A file server runs no jobs. Drop it on an experiment or a cluster."));
    case ResourceKind::StorageAccount:
        return refused(tr("A storage account runs no jobs. Drop it on an experiment or a cluster."));
    default:
        return refused(tr("A job goes into an experiment: drop it on one of %1.").arg(under.name()));
    }
}

DropVerdict judgeInWorkspace(DocumentKind kind, const ResourceId &under)
{
    const bool isCluster = kind == DocumentKind::Cluster;
    const ResourceId workspace = workspaceUnder(under);
    if (!under.isValid())
        return accepted(isCluster ? tr("Drop for a new cluster") : tr("Drop for a new file server"));
    if (workspace.isValid())
        return accepted((isCluster ? tr("Drop for a new cluster in %1") : tr("Drop for a new file server in %1"))
                            .arg(workspace.name()),
                        workspace);
    return refused(isCluster ? tr("A cluster goes into a workspace: drop it on one.")
                             : tr("A file server goes into a workspace: drop it on one."));
}

// Documents have another subscription in their ids; the profile's UUID replaces it.
ResourceId inProfile(const ResourceId &id, const QString &profile)
{
    if (id.isOfProfile())
        return id;
    return id.kind() == ResourceKind::Group ? ResourceId::group(profile, id.name())
                                            : inProfile(id.parent(), profile).child(id.kind(), id.name());
}

} // namespace

DocumentKind documentKindOf(const QByteArray &text)
{
    // A list of documents, as written by Azure's command line.
    if (text.trimmed().startsWith('['))
        return DocumentKind::Export;
    if (const auto kind = engine::describedKind(text))
        return documentKind(*kind);
    const QJsonObject document = engine::readDocument(text).toObject();
    const QJsonObject properties = document.value(u"properties"_s).toObject();
    const auto has = [&](const QString &key) { return document.contains(key) || properties.contains(key); };
    if (document.value(u"resources"_s).isArray() || properties.value(u"resources"_s).isArray())
        return DocumentKind::Export;
    return has(u"location"_s) || has(u"tags"_s) ? DocumentKind::Workspace : DocumentKind::Unknown;
}

QString kindWords(DocumentKind kind)
{
    static constexpr std::array words{QT_TRANSLATE_NOOP("models", "no document of Batch AI"),
                                      QT_TRANSLATE_NOOP("models", "a job"),
                                      QT_TRANSLATE_NOOP("models", "a cluster"),
                                      QT_TRANSLATE_NOOP("models", "a file server"),
                                      QT_TRANSLATE_NOOP("models", "a workspace"),
                                      QT_TRANSLATE_NOOP("models", "an export")};
    return translated(words, kind);
}

ResourceKind resourceKindOf(DocumentKind kind)
{
    for (const auto &[document, resource] : describedKinds) {
        if (document == kind)
            return resource;
    }
    return ResourceKind::Group;
}

DropVerdict judgeDrop(DocumentKind kind, const ResourceId &under)
{
    switch (kind) {
    case DocumentKind::Job:
        return judgeJob(under);
    case DocumentKind::Cluster:
    case DocumentKind::FileServer:
        return judgeInWorkspace(kind, under);
    case DocumentKind::Workspace: {
        const ResourceId group = under.isValid() ? under.ancestor(ResourceKind::Group) : ResourceId();
        if (under.isValid() && !group.isValid())
            return refused(tr("A workspace goes into a group: drop it on one."));
        return accepted(group.isValid() ? tr("Drop for a new workspace in %1").arg(group.name())
                                        : tr("Drop for a new workspace"),
                        group);
    }
    case DocumentKind::Export:
        if (under.isValid() && (under.kind() == ResourceKind::Group || under.kind() == ResourceKind::Workspace))
            return accepted(tr("Drop to import into %1").arg(under.name()), under);
        return accepted(tr("Drop to see what the export holds"));
    case DocumentKind::Unknown:
        break;
    }
    return accepted(tr("Drop to see what is wrong with it"));
}

ExportSummary summaryOfExport(const QByteArray &text, const QString &profile)
{
    constexpr std::array order{ResourceKind::Group,      ResourceKind::Workspace,  ResourceKind::Cluster,
                               ResourceKind::FileServer, ResourceKind::Experiment, ResourceKind::Job};
    constexpr qsizetype mostNames = 6;
    ExportSummary summary;
    const QJsonValue read = engine::readDocument(text);
    const QJsonArray entries = read.isArray() ? read.toArray() : exportedOf(read.toObject());
    for (const QJsonValue &entry : entries) {
        if (const auto id = ResourceId::parseShort(profile, entry[u"id"_s].toString()))
            summary.ids.append(inProfile(*id, profile));
    }
    for (const ResourceKind kind : order) {
        QStringList names;
        for (const ResourceId &id : std::as_const(summary.ids)) {
            if (id.kind() == kind)
                names.append(id.name());
        }
        if (names.isEmpty())
            continue;
        QString shown = names.mid(0, mostNames).join(u", "_s);
        if (names.size() > mostNames)
            shown = tr("%1 and %2 more").arg(shown, number(names.size() - mostNames));
        summary.lines.append(QString(counted(names.size(), kind) + u": "_s + shown));
    }
    return summary;
}

} // namespace models
