// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/schema/schemabuilder.h"

using namespace Qt::StringLiterals;

namespace engine {

using enum PropertyType;

namespace {

constexpr int maximumNodes = 100; // of a cluster
constexpr int maximumSourceRanges = 400; // for SSH to a file server

void addScaleSettings(SchemaBuilder &schema)
{
    schema.add("scaleSettings", Object, QT_TRANSLATE_NOOP("engine", "How many nodes."));
    schema.below([&schema] {
        schema.add("manual", Object, QT_TRANSLATE_NOOP("engine", "A fixed number."));
        schema.below([&schema] {
            PropertySpec &target =
                schema.number("targetNodeCount", 0, QT_TRANSLATE_NOOP("engine", "Nodes wanted, 0 to 100."), "0");
            target.required = true;
            target.maximum = maximumNodes;
            schema.choice("nodeDeallocationOption", {u"requeue"_s, u"terminate"_s, u"waitforjobcompletion"_s},
                          QT_TRANSLATE_NOOP("engine", "What becomes of the jobs on a node that leaves."),
                          "\"requeue\"");
        });
        schema.add("autoScale", Object, QT_TRANSLATE_NOOP("engine", "As many as the queue needs."));
        schema.below([&schema] {
            schema.require("minimumNodeCount", Integer, QT_TRANSLATE_NOOP("engine", "Never fewer nodes.")).maximum =
                maximumNodes;
            schema.require("maximumNodeCount", Integer, QT_TRANSLATE_NOOP("engine", "Never more nodes.")).maximum =
                maximumNodes;
            schema.number("initialNodeCount", 0, QT_TRANSLATE_NOOP("engine", "Nodes at the beginning."), "0").maximum =
                maximumNodes;
        });
    });
}

void addImage(SchemaBuilder &schema)
{
    schema.add("virtualMachineConfiguration", Object, QT_TRANSLATE_NOOP("engine", "Operating system of the nodes."))
        .defaultJson = "{}";
    schema.below([&schema] {
        schema.add("imageReference", Object, QT_TRANSLATE_NOOP("engine", "Its image.")).defaultJson =
            R"({"publisher":"Canonical","offer":"UbuntuServer","sku":"16.04-LTS"})";
        schema.below([&schema] {
            schema.require("publisher", String, QT_TRANSLATE_NOOP("engine", "Who made the image."));
            schema.require("offer", String, QT_TRANSLATE_NOOP("engine", "Name of the image."));
            schema.require("sku", String, QT_TRANSLATE_NOOP("engine", "Edition of the image."));
            schema.add("version", String, QT_TRANSLATE_NOOP("engine", "Version of the image.")).defaultJson =
                "\"latest\"";
            schema.add("virtualMachineImageId", String, QT_TRANSLATE_NOOP("engine", "Full id of an image of your own."))
                .idOf = u"Microsoft.Compute/images"_s;
        });
    });
}

void addNodeSetup(SchemaBuilder &schema)
{
    schema.add("nodeSetup", Object, QT_TRANSLATE_NOOP("engine", "How a node is made ready."));
    schema.below([&schema] {
        schema.add("setupTask", Object,
                   QT_TRANSLATE_NOOP("engine", "Runs on each node that joins, and after a reboot."));
        schema.below([&schema] {
            schema.require("commandLine", String,
                           QT_TRANSLATE_NOOP("engine", "Command line; it may run more than once."));
            schema.environment("environmentVariables");
            schema.secrets("secrets");
            schema.require("stdOutErrPathPrefix", String, QT_TRANSLATE_NOOP("engine", "Folder for its logs."));
            schema.answer("stdOutErrPathSuffix");
        });
        schema.mountVolumes();
        schema.add("performanceCountersSettings", Object, QT_TRANSLATE_NOOP("engine", "Where node counters are sent."));
        schema.below([&schema] {
            schema.require("appInsightsReference", Object, QT_TRANSLATE_NOOP("engine", "Application Insights."));
            schema.below([&schema] {
                schema.reference("component", "Microsoft.Insights/components",
                                 QT_TRANSLATE_NOOP("engine", "The component."), true);
                schema.add("instrumentationKey", String, QT_TRANSLATE_NOOP("engine", "Its key.")).secret = true;
                schema.secretReference("instrumentationKeySecretReference");
            });
        });
    });
}

void addSubnet(SchemaBuilder &schema)
{
    schema.reference("subnet", "Microsoft.Network/virtualNetworks/subnets",
                     QT_TRANSLATE_NOOP("engine", "Network of the nodes."), false);
}

void addDisks(SchemaBuilder &schema)
{
    schema.add("dataDisks", Object, QT_TRANSLATE_NOOP("engine", "Disks of the server."));
    schema.below([&schema] {
        schema.require("diskSizeInGB", Integer, QT_TRANSLATE_NOOP("engine", "Size of each disk.")).minimum = 1;
        schema.choice("cachingType", {u"none"_s, u"readonly"_s, u"readwrite"_s},
                      QT_TRANSLATE_NOOP("engine", "Cache of the disks."), "\"none\"");
        schema.require("diskCount", Integer, QT_TRANSLATE_NOOP("engine", "How many disks, joined as one.")).minimum = 1;
        PropertySpec &kind = schema.require("storageAccountType", String, QT_TRANSLATE_NOOP("engine", "Kind of disk."));
        kind.values = {u"Standard_LRS"_s, u"Premium_LRS"_s};
    });
}

void beginDocument(SchemaBuilder &schema, const char *help)
{
    schema.envelope();
    schema.answer("location");
    schema.answer("tags", StringMap);
    schema.require("properties", Object, help);
}

} // namespace

// The service requires size, account and scale; here the machines are named beside the document.
QList<PropertySpec> clusterSchema()
{
    SchemaBuilder schema;
    beginDocument(schema, QT_TRANSLATE_NOOP("engine", "The cluster."));
    schema.below([&schema] {
        schema.add("vmSize", String, QT_TRANSLATE_NOOP("engine", "Size of the nodes."));
        schema.choice("vmPriority", {u"dedicated"_s, u"lowpriority"_s},
                      QT_TRANSLATE_NOOP("engine", "Whether nodes may be taken away."), "\"dedicated\"");
        addScaleSettings(schema);
        addImage(schema);
        addNodeSetup(schema);
        schema.userAccount(false);
        addSubnet(schema);
        schema.provisioning();
        schema.answers({"allocationState", "allocationStateTransitionTime"});
        schema.errors("errors");
        schema.answer("currentNodeCount", Integer);
        schema.answer("nodeStateCounts", Object);
        schema.below([&schema] {
            schema.answers(
                {"idleNodeCount", "runningNodeCount", "preparingNodeCount", "unusableNodeCount", "leavingNodeCount"},
                Integer);
        });
        schema.answers({"$comment", "comment", "location"});
        schema.extension({"kind", "machines"});
    });
    return schema.take();
}

// The service requires size, SSH and disks; here machine and folder are named beside the document (see
// checkFileServerRules()).
QList<PropertySpec> fileServerSchema()
{
    SchemaBuilder schema;
    beginDocument(schema, QT_TRANSLATE_NOOP("engine", "The file server."));
    schema.below([&schema] {
        schema.add("vmSize", String, QT_TRANSLATE_NOOP("engine", "Size of the server."));
        schema.add("sshConfiguration", Object, QT_TRANSLATE_NOOP("engine", "How an administrator logs in."));
        schema.below([&schema] {
            schema
                .add("publicIPsToAllow", Array, QT_TRANSLATE_NOOP("engine", "Where logins may come from; at most 400."))
                .maximum = maximumSourceRanges;
            schema.elements(String);
            schema.userAccount(true);
        });
        addDisks(schema);
        addSubnet(schema);
        schema.answer("mountSettings", Object);
        schema.below([&schema] { schema.answers({"mountPoint", "fileServerPublicIP", "fileServerInternalIP"}); });
        schema.provisioning();
        schema.answers({"$comment", "comment", "location"});
        schema.extension({"machine", "path"});
    });
    return schema.take();
}

} // namespace engine
