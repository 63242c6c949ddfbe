// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documentschema.h"

#include "engine/batchai/schema/schemabuilder.h"

#include <map>

using namespace Qt::StringLiterals;

namespace engine {

using enum PropertyType;

namespace {

QList<PropertySpec> plainSchema(ResourceKind kind)
{
    SchemaBuilder schema;
    schema.envelope();
    if (kind == ResourceKind::Experiment) {
        schema.answer("location");
        schema.answer("tags", StringMap);
    } else { // a workspace without a region gets its group's, as with the service's command line
        schema.add("location", String, QT_TRANSLATE_NOOP("engine", "Region; the group's if absent."));
        schema.tags();
    }
    schema.add("properties", Object, QT_TRANSLATE_NOOP("engine", "Filled in by the service.")).defaultJson = "{}";
    schema.below([&schema] {
        schema.provisioning();
        schema.extension({});
    });
    return schema.take();
}

} // namespace
QString PropertySpec::parentPath() const
{
    if (path.endsWith(u"[]"))
        return path.chopped(2);
    const qsizetype dot = path.lastIndexOf(u'.');
    return dot < 0 ? QString() : path.first(dot);
}

QString PropertySpec::key() const
{
    return path.endsWith(u"[]") ? u"[]"_s : path.sliced(path.lastIndexOf(u'.') + 1);
}

const QList<PropertySpec> &documentSchema(ResourceKind kind)
{
    static const std::map<ResourceKind, QList<PropertySpec>> schemas{
        {ResourceKind::Group, plainSchema(ResourceKind::Group)},
        {ResourceKind::Workspace, plainSchema(ResourceKind::Workspace)},
        {ResourceKind::Cluster, clusterSchema()},
        {ResourceKind::FileServer, fileServerSchema()},
        {ResourceKind::Experiment, plainSchema(ResourceKind::Experiment)},
        {ResourceKind::Job, jobSchema()},
        {ResourceKind::Machine, {}},
        {ResourceKind::StorageAccount, {}}};
    return schemas.at(kind);
}

const QList<std::pair<QString, QString>> &toolkits()
{
    static const QList<std::pair<QString, QString>> all{
        {u"customToolkitSettings"_s, u"custom"_s}, {u"cntkSettings"_s, u"cntk"_s},
        {u"pyTorchSettings"_s, u"pytorch"_s},      {u"tensorFlowSettings"_s, u"tensorflow"_s},
        {u"caffeSettings"_s, u"caffe"_s},          {u"caffe2Settings"_s, u"caffe2"_s},
        {u"chainerSettings"_s, u"chainer"_s},      {u"customMpiSettings"_s, u"custommpi"_s},
        {u"horovodSettings"_s, u"horovod"_s}};
    return all;
}

} // namespace engine
