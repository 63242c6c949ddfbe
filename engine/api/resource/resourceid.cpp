// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/resource/resourceid.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

Error badId(QStringView text)
{
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "\"%1\" is not the id of a resource."), {text.toString()}},
            text.toString()};
}

bool is(const QString &segment, QLatin1StringView word)
{
    return segment.compare(word, Qt::CaseInsensitive) == 0;
}

Error refusedName(const Message &rule)
{
    return {ErrorCode::InvalidDocument, rule, u"name"_s, {Fault{u"NameRule"_s, rule, u"$.name"_s}}};
}

// The kind of the collection below a workspace whose path segment is \a segment.
std::optional<ResourceKind> collectionKind(const QString &segment)
{
    if (is(segment, "clusters"_L1))
        return ResourceKind::Cluster;
    if (is(segment, "fileServers"_L1))
        return ResourceKind::FileServer;
    if (is(segment, "experiments"_L1))
        return ResourceKind::Experiment;
    return std::nullopt;
}

QString collectionName(ResourceKind kind)
{
    switch (kind) {
    case ResourceKind::Cluster:
        return u"clusters"_s;
    case ResourceKind::FileServer:
        return u"fileServers"_s;
    default:
        return u"experiments"_s;
    }
}

QLatin1StringView providerOf(ResourceKind kind)
{
    return kind == ResourceKind::StorageAccount ? "Microsoft.Storage"_L1 : "Batchdeck"_L1;
}

// The kind of what belongs to the profile, by its collection.
std::optional<ResourceKind> profileKind(const QString &collection)
{
    if (is(collection, "machines"_L1))
        return ResourceKind::Machine;
    if (is(collection, "storageAccounts"_L1))
        return ResourceKind::StorageAccount;
    return std::nullopt;
}

} // namespace

QString typeName(ResourceKind kind)
{
    static const std::array names{u"Microsoft.Resources/resourceGroups"_s,
                                  u"Microsoft.BatchAI/workspaces"_s,
                                  u"Microsoft.BatchAI/workspaces/clusters"_s,
                                  u"Microsoft.BatchAI/workspaces/fileServers"_s,
                                  u"Microsoft.BatchAI/workspaces/experiments"_s,
                                  u"Microsoft.BatchAI/workspaces/experiments/jobs"_s,
                                  u"Batchdeck/machines"_s,
                                  u"Microsoft.Storage/storageAccounts"_s};
    return names[size_t(kind)];
}

ResourceId ResourceId::group(const QString &profile, const QString &name)
{
    ResourceId id;
    id.m_profile = profile;
    id.m_names = {name};
    return id;
}

ResourceId ResourceId::machine(const QString &profile, const QString &name)
{
    ResourceId id = group(profile, name);
    id.m_kind = ResourceKind::Machine;
    return id;
}

ResourceId ResourceId::storageAccount(const QString &profile, const QString &name)
{
    ResourceId id = group(profile, name);
    id.m_kind = ResourceKind::StorageAccount;
    return id;
}

ResourceId ResourceId::child(ResourceKind kind, const QString &name) const
{
    ResourceId id = *this;
    id.m_kind = kind;
    id.m_names.append(name);
    return id;
}

Result<ResourceId> ResourceId::parse(QStringView path)
{
    const QStringList parts = path.toString().split(u'/');
    // "", subscriptions, P, resourceGroups, G, providers, Microsoft.BatchAI, workspaces, W, collection, C, jobs, J
    if (parts.size() < 5 || !parts.first().isEmpty() || !is(parts.at(1), "subscriptions"_L1)
        || parts.mid(2).contains(QString()))
        return badId(path);
    if (parts.size() == 7 && is(parts.at(3), "providers"_L1)) {
        const auto kind = profileKind(parts.at(5));
        if (!kind || !is(parts.at(4), providerOf(*kind)))
            return badId(path);
        return *kind == ResourceKind::Machine ? machine(parts.at(2), parts.at(6))
                                              : storageAccount(parts.at(2), parts.at(6));
    }
    if (!is(parts.at(3), "resourceGroups"_L1))
        return badId(path);
    ResourceId id = group(parts.at(2), parts.at(4));
    if (parts.size() == 5)
        return id;
    if (parts.size() < 9 || parts.size() % 2 == 0 || !is(parts.at(5), "providers"_L1)
        || !is(parts.at(6), "Microsoft.BatchAI"_L1) || !is(parts.at(7), "workspaces"_L1))
        return badId(path);
    id = id.child(ResourceKind::Workspace, parts.at(8));
    if (parts.size() == 9)
        return id;
    const auto kind = collectionKind(parts.at(9));
    if (!kind)
        return badId(path);
    id = id.child(*kind, parts.at(10));
    if (parts.size() == 11)
        return id;
    if (parts.size() != 13 || kind != ResourceKind::Experiment || !is(parts.at(11), "jobs"_L1))
        return badId(path);
    return id.child(ResourceKind::Job, parts.at(12));
}

Result<ResourceId> ResourceId::parseShort(const QString &profile, QStringView text)
{
    if (text.startsWith(u'/'))
        return parse(text);
    QStringList parts = text.toString().split(u'/');
    for (QString &part : parts)
        part = part.trimmed();
    if (parts.size() > 4 || parts.contains(QString()))
        return badId(text);
    if (const auto kind = profileKind(parts.first()); kind && parts.size() == 2)
        return *kind == ResourceKind::Machine ? machine(profile, parts.at(1)) : storageAccount(profile, parts.at(1));
    ResourceId id = group(profile, parts.first());
    if (parts.size() > 1)
        id = id.child(ResourceKind::Workspace, parts.at(1));
    if (parts.size() == 3)
        id = id.child(ResourceKind::Experiment, parts.at(2));
    if (parts.size() == 4) {
        const auto kind = collectionKind(parts.at(2));
        id = kind ? id.child(*kind, parts.at(3))
                  : id.child(ResourceKind::Experiment, parts.at(2)).child(ResourceKind::Job, parts.at(3));
    }
    return id;
}

ResourceId ResourceId::parent() const
{
    switch (m_kind) {
    case ResourceKind::Group:
    case ResourceKind::Machine:
    case ResourceKind::StorageAccount:
        return {};
    case ResourceKind::Workspace:
        return ancestor(ResourceKind::Group);
    case ResourceKind::Job:
        return ancestor(ResourceKind::Experiment);
    default:
        return ancestor(ResourceKind::Workspace);
    }
}

ResourceId ResourceId::ancestor(ResourceKind kind) const
{
    if (kind == m_kind)
        return *this;
    if (isOfProfile())
        return {};
    const qsizetype depth = kind == ResourceKind::Group                   ? 1
        : kind == ResourceKind::Workspace                                 ? 2
        : kind == ResourceKind::Experiment && m_kind == ResourceKind::Job ? 3
                                                                          : m_names.size();
    if (depth >= m_names.size())
        return {};
    ResourceId id = *this;
    id.m_kind = kind;
    id.m_names = m_names.first(depth);
    return id;
}

QString ResourceId::toString() const
{
    if (!isValid())
        return {};
    if (isOfProfile())
        return u"/subscriptions/"_s + m_profile + u"/providers/"_s + typeName(m_kind) + u'/' + name();
    QString path = u"/subscriptions/"_s + m_profile + u"/resourceGroups/"_s + m_names.first();
    if (m_names.size() > 1)
        path += u"/providers/Microsoft.BatchAI/workspaces/"_s + m_names.at(1);
    if (m_names.size() > 2)
        path += u'/' + collectionName(m_kind) + u'/' + m_names.at(2);
    if (m_names.size() > 3)
        path += u"/jobs/"_s + m_names.at(3);
    return path;
}

QString ResourceId::shortText() const
{
    return m_names.join(u" / "_s);
}

Result<void> checkName(ResourceKind kind, const QString &name)
{
    // The service's regular expressions. \w means ASCII there, and is written out here.
    static const QRegularExpression plain(u"^[-A-Za-z0-9_]{1,64}$"_s, QRegularExpression::DontCaptureOption);
    static const QRegularExpression group(u"^[-A-Za-z0-9_.]{1,90}$"_s, QRegularExpression::DontCaptureOption);
    static const QRegularExpression account(u"^[a-z0-9]{3,24}$"_s, QRegularExpression::DontCaptureOption);
    if (kind == ResourceKind::StorageAccount) {
        if (account.match(name).hasMatch() && !name.endsWith(u'\n'))
            return {};
        return refusedName(
            {QT_TRANSLATE_NOOP("engine",
                               "The name \"%1\" is not allowed: a storage account has 3 to 24 lower-case "
                               "letters and digits."),
             {name.left(100)}});
    }
    // "$" would accept a final line feed; a name of dots would be a path.
    const bool fits = !name.endsWith(u'\n') && name != u"."_s && name != u".."_s
        && (kind == ResourceKind::Group ? group : plain).match(name).hasMatch();
    if (fits)
        return {};
    const Message rule = kind == ResourceKind::Group
        ? Message(QT_TRANSLATE_NOOP(
                      "engine", "The name \"%1\" is not allowed: use 1 to 90 letters, digits, \"-\", \"_\" or \".\"."),
                  {name.left(100)})
        : Message(
            QT_TRANSLATE_NOOP("engine", "The name \"%1\" is not allowed: use 1 to 64 letters, digits, \"-\" or \"_\"."),
            {name.left(100)});
    return refusedName(rule);
}

} // namespace engine
