// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Long because it is a table.

#include "engine/api/documentschema.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

using enum PropertyType;

// Writes the table: a path ends at its parent's prefix, which below() sets.
class SchemaBuilder
{
public:
    QList<PropertySpec> take() { return std::move(m_specs); }

    PropertySpec &add(const char *key, PropertyType type, const char *help)
    {
        PropertySpec spec;
        spec.path = m_prefix + QLatin1StringView(key);
        spec.type = type;
        spec.help = Message(help);
        m_specs.append(spec);
        return m_specs.last();
    }
    PropertySpec &require(const char *key, PropertyType type, const char *help)
    {
        PropertySpec &spec = add(key, type, help);
        spec.required = true;
        spec.minimum = type == String ? 1 : 0;
        return spec;
    }
    void number(const char *key, int minimum, const char *help, const char *defaultJson = "")
    {
        PropertySpec &spec = add(key, Integer, help);
        spec.minimum = minimum;
        spec.defaultJson = defaultJson;
    }
    PropertySpec &choice(const char *key, const QStringList &values, const char *help, const char *defaultJson = "")
    {
        PropertySpec &spec = add(key, String, help);
        spec.values = values;
        spec.defaultJson = defaultJson;
        return spec;
    }
    void answer(std::initializer_list<const char *> keys)
    {
        for (const char *key : keys)
            add(key, String, QT_TRANSLATE_NOOP("engine", "Filled in by the service.")).byServer = true;
    }
    // Everything that \a fill adds lies below the last property, or below each of its elements.
    template <typename Fill> void below(Fill &&fill)
    {
        const QString outer = m_prefix;
        m_prefix = m_specs.constLast().path;
        if (m_specs.constLast().type == Array) {
            m_prefix += u"[]"_s;
            PropertySpec element;
            element.path = m_prefix;
            element.type = Object;
            m_specs.append(element);
        }
        m_prefix += u'.';
        fill();
        m_prefix = outer;
    }
    void envelope() { answer({"$schema", "$comment", "comment", "id", "name", "type"}); }
    void reference() { require("id", String, QT_TRANSLATE_NOOP("engine", "Full id of the resource.")); }

    void secretReference(const char *key)
    {
        add(key, Object, QT_TRANSLATE_NOOP("engine", "Where the secret is kept."));
        below([this] {
            require("sourceVault", Object, QT_TRANSLATE_NOOP("engine", "The vault that holds the secret."));
            below([this] { reference(); });
            require("secretUrl", String, QT_TRANSLATE_NOOP("engine", "Address of the secret in its vault."));
        });
    }
    void environment(const char *key)
    {
        add(key, Array, QT_TRANSLATE_NOOP("engine", "Environment variables; a value may use $NAME."));
        below([this] {
            require("name", String, QT_TRANSLATE_NOOP("engine", "Name of the variable."));
            require("value", String, QT_TRANSLATE_NOOP("engine", "Value of the variable.")).minimum = 0;
        });
    }
    void secrets(const char *key)
    {
        add(key, Array, QT_TRANSLATE_NOOP("engine", "Environment variables whose values are never shown."));
        below([this] {
            require("name", String, QT_TRANSLATE_NOOP("engine", "Name of the variable."));
            add("value", String, QT_TRANSLATE_NOOP("engine", "Value of the variable."));
            secretReference("valueSecretReference");
        });
    }
    void storageCredentials()
    {
        add("credentials", Object, QT_TRANSLATE_NOOP("engine", "Key of the storage account."));
        below([this] {
            add("accountKey", String, QT_TRANSLATE_NOOP("engine", "Key of the storage account."));
            secretReference("accountKeySecretReference");
        });
    }
    void mountPath()
    {
        require("relativeMountPath", String, QT_TRANSLATE_NOOP("engine", "Folder below the mount root."));
    }
    void mountVolumes();
    void container();
    void toolkit(const char *key, std::initializer_list<const char *> required,
                 std::initializer_list<const char *> texts, std::initializer_list<const char *> counts);
    void toolkitList();

private:
    QList<PropertySpec> m_specs;
    QString m_prefix;
};

void SchemaBuilder::mountVolumes()
{
    add("mountVolumes", Object, QT_TRANSLATE_NOOP("engine", "Shared storage to mount on every node."));
    below([this] {
        add("azureFileShares", Array, QT_TRANSLATE_NOOP("engine", "Azure file shares."));
        below([this] {
            // The service wants account and credentials; the command line takes both from elsewhere.
            add("accountName", String, QT_TRANSLATE_NOOP("engine", "Storage account."));
            require("azureFileUrl", String,
                    QT_TRANSLATE_NOOP("engine", "https://ACCOUNT.file.core.windows.net/SHARE."));
            mountPath();
            add("fileMode", String, QT_TRANSLATE_NOOP("engine", "Mode of files.")).defaultJson = "\"0777\"";
            add("directoryMode", String, QT_TRANSLATE_NOOP("engine", "Mode of folders.")).defaultJson = "\"0777\"";
            storageCredentials();
        });
        add("azureBlobFileSystems", Array, QT_TRANSLATE_NOOP("engine", "Azure blob containers."));
        below([this] {
            require("accountName", String, QT_TRANSLATE_NOOP("engine", "Storage account."));
            require("containerName", String, QT_TRANSLATE_NOOP("engine", "Blob container."));
            mountPath();
            add("mountOptions", String, QT_TRANSLATE_NOOP("engine", "Options of blobfuse."));
            storageCredentials();
        });
        add("fileServers", Array, QT_TRANSLATE_NOOP("engine", "File servers (NFS)."));
        below([this] {
            require("fileServer", Object, QT_TRANSLATE_NOOP("engine", "The file server."));
            below([this] { reference(); });
            add("sourceDirectory", String,
                QT_TRANSLATE_NOOP("engine", "Folder on the server; its whole export if absent."));
            mountPath();
            add("mountOptions", String, QT_TRANSLATE_NOOP("engine", "Options of mount(8)."));
        });
        add("unmanagedFileSystems", Array, QT_TRANSLATE_NOOP("engine", "Anything else that a mount command mounts."));
        below([this] {
            require("mountCommand", String,
                    QT_TRANSLATE_NOOP("engine", "Command to which the mount path is appended."));
            mountPath();
        });
    });
}

void SchemaBuilder::container()
{
    add("containerSettings", Object, QT_TRANSLATE_NOOP("engine", "Container to run in; the node itself if absent."));
    below([this] {
        require("imageSourceRegistry", Object, QT_TRANSLATE_NOOP("engine", "Where the image comes from."));
        below([this] {
            add("serverUrl", String, QT_TRANSLATE_NOOP("engine", "Registry to log in to; Docker Hub if absent."));
            require("image", String, QT_TRANSLATE_NOOP("engine", "Name of the image."));
            add("credentials", Object, QT_TRANSLATE_NOOP("engine", "Login of the registry."));
            below([this] {
                require("username", String, QT_TRANSLATE_NOOP("engine", "User name."));
                add("password", String, QT_TRANSLATE_NOOP("engine", "Password."));
                secretReference("passwordSecretReference");
            });
        });
        add("shmSize", String, QT_TRANSLATE_NOOP("engine", "Size of /dev/shm, e.g. 16gb."));
    });
}

void SchemaBuilder::toolkit(const char *key, std::initializer_list<const char *> required,
                            std::initializer_list<const char *> texts, std::initializer_list<const char *> counts)
{
    add(key, Object, QT_TRANSLATE_NOOP("engine", "How this toolkit is started."));
    below([&] {
        for (const char *name : required)
            require(name, String, QT_TRANSLATE_NOOP("engine", "What is run."));
        for (const char *name : texts)
            add(name, String, QT_TRANSLATE_NOOP("engine", "How it is run."));
        for (const char *name : counts)
            number(name, std::string_view(name) == "parameterServerCount" ? 0 : 1,
                   QT_TRANSLATE_NOOP("engine", "How many are run."));
    });
}

void SchemaBuilder::toolkitList()
{
    add("customToolkitSettings", Object, QT_TRANSLATE_NOOP("engine", "One command, on the first node."));
    below([this] { // the service does not mark it, but a job without a command does nothing
        require("commandLine", String, QT_TRANSLATE_NOOP("engine", "Command line, read by bash on the first node."));
    });
    toolkit("cntkSettings", {},
            {"languageType", "configFilePath", "pythonScriptFilePath", "pythonInterpreterPath", "commandLineArgs"},
            {"processCount"});
    toolkit("pyTorchSettings", {"pythonScriptFilePath"},
            {"pythonInterpreterPath", "commandLineArgs", "communicationBackend"}, {"processCount"});
    PropertySpec &backend = *std::prev(m_specs.end(), 2);
    backend.values = {u"TCP"_s, u"Gloo"_s, u"MPI"_s};
    backend.anyCase = true; // recipes send "gloo", and the service echoes it
    toolkit(
        "tensorFlowSettings", {"pythonScriptFilePath"},
        {"pythonInterpreterPath", "masterCommandLineArgs", "workerCommandLineArgs", "parameterServerCommandLineArgs"},
        {"workerCount", "parameterServerCount"});
    toolkit("caffeSettings", {}, {"configFilePath", "pythonScriptFilePath", "pythonInterpreterPath", "commandLineArgs"},
            {"processCount"});
    toolkit("caffe2Settings", {"pythonScriptFilePath"}, {"pythonInterpreterPath", "commandLineArgs"}, {});
    toolkit("chainerSettings", {"pythonScriptFilePath"}, {"pythonInterpreterPath", "commandLineArgs"},
            {"processCount"});
    toolkit("customMpiSettings", {"commandLine"}, {}, {"processCount"});
    toolkit("horovodSettings", {"pythonScriptFilePath"}, {"pythonInterpreterPath", "commandLineArgs"},
            {"processCount"});
}

QList<PropertySpec> jobSchema()
{
    SchemaBuilder schema;
    schema.envelope();
    schema.answer({"location", "tags"});
    schema.require("properties", Object, QT_TRANSLATE_NOOP("engine", "The job."));
    schema.below([&schema] {
        schema.choice("schedulingPriority", {u"low"_s, u"normal"_s, u"high"_s},
                      QT_TRANSLATE_NOOP("engine", "Jobs of a higher priority start first."), "\"normal\"");
        schema.add("cluster", Object,
                   QT_TRANSLATE_NOOP("engine", "Where it runs; the command line may name it instead."));
        schema.below([&schema] { schema.add("id", String, QT_TRANSLATE_NOOP("engine", "Full id of the cluster.")); });
        PropertySpec &nodes =
            schema.require("nodeCount", Integer, QT_TRANSLATE_NOOP("engine", "Whole nodes it takes."));
        nodes.minimum = 1;
        schema.toolkitList();
        schema.answer({"toolType"});
        schema.add("jobPreparation", Object, QT_TRANSLATE_NOOP("engine", "Runs on each node before the toolkit."));
        schema.below([&schema] {
            schema.require("commandLine", String,
                           QT_TRANSLATE_NOOP("engine", "Command line, read by bash on each node."));
        });
        schema.require("stdOutErrPathPrefix", String,
                       QT_TRANSLATE_NOOP("engine", "Folder in which the standard output directory is made."));
        schema.add("inputDirectories", Array, QT_TRANSLATE_NOOP("engine", "Names for paths: $AZ_BATCHAI_INPUT_ID."));
        schema.below([&schema] {
            schema.require("id", String, QT_TRANSLATE_NOOP("engine", "Letters, digits and _."));
            schema.require("path", String, QT_TRANSLATE_NOOP("engine", "Folder or file on the nodes; may use $NAME."));
        });
        schema.add("outputDirectories", Array,
                   QT_TRANSLATE_NOOP("engine", "Folders made for the job: $AZ_BATCHAI_OUTPUT_ID."));
        schema.below([&schema] {
            schema.require("id", String, QT_TRANSLATE_NOOP("engine", "Letters, digits and _."));
            schema.require("pathPrefix", String, QT_TRANSLATE_NOOP("engine", "What comes before the job's own part."));
            schema.add("pathSuffix", String, QT_TRANSLATE_NOOP("engine", "What comes after the job's own part."));
        });
        schema.environment("environmentVariables");
        schema.secrets("secrets");
        schema.mountVolumes();
        schema.container();
        schema.add("constraints", Object, QT_TRANSLATE_NOOP("engine", "Limits.")).defaultJson = "{}";
        schema.below([&schema] {
            schema
                .add("maxWallClockTime", Duration, QT_TRANSLATE_NOOP("engine", "Longest run time, 1 second to 7 days."))
                .defaultJson = "\"P7D\"";
        });
        schema.answer({"jobOutputDirectoryPathSegment", "creationTime", "provisioningState",
                       "provisioningStateTransitionTime", "executionState", "executionStateTransitionTime",
                       "executionInfo", "x-batchdeck"});
    });
    return schema.take();
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
            schema.answer({"stdOutErrPathSuffix"});
        });
        schema.mountVolumes();
        schema.add("performanceCountersSettings", Object, QT_TRANSLATE_NOOP("engine", "Where node counters are sent."));
        schema.below([&schema] {
            schema.require("appInsightsReference", Object, QT_TRANSLATE_NOOP("engine", "Application Insights."));
            schema.below([&schema] {
                schema.require("component", Object, QT_TRANSLATE_NOOP("engine", "The component."));
                schema.below([&schema] { schema.reference(); });
                schema.add("instrumentationKey", String, QT_TRANSLATE_NOOP("engine", "Its key."));
                schema.secretReference("instrumentationKeySecretReference");
            });
        });
    });
}

void addScaleSettings(SchemaBuilder &schema)
{
    schema.add("scaleSettings", Object, QT_TRANSLATE_NOOP("engine", "How many nodes."));
    schema.below([&schema] {
        schema.add("manual", Object, QT_TRANSLATE_NOOP("engine", "A fixed number."));
        schema.below([&schema] {
            schema.number("targetNodeCount", 0, QT_TRANSLATE_NOOP("engine", "Nodes wanted."), "0");
            schema.choice("nodeDeallocationOption", {u"requeue"_s, u"terminate"_s, u"waitforjobcompletion"_s},
                          QT_TRANSLATE_NOOP("engine", "What becomes of the jobs on a node that leaves."),
                          "\"requeue\"");
        });
        schema.add("autoScale", Object, QT_TRANSLATE_NOOP("engine", "As many as the queue needs."));
        schema.below([&schema] {
            schema.require("minimumNodeCount", Integer, QT_TRANSLATE_NOOP("engine", "Never fewer nodes."));
            schema.require("maximumNodeCount", Integer, QT_TRANSLATE_NOOP("engine", "Never more nodes."));
            schema.number("initialNodeCount", 0, QT_TRANSLATE_NOOP("engine", "Nodes at the beginning."), "0");
        });
    });
}

void addMachineSettings(SchemaBuilder &schema)
{
    schema.add("virtualMachineConfiguration", Object, QT_TRANSLATE_NOOP("engine", "Operating system of the nodes."));
    schema.below([&schema] {
        schema.add("imageReference", Object, QT_TRANSLATE_NOOP("engine", "Its image."));
        schema.below([&schema] {
            schema.require("publisher", String, QT_TRANSLATE_NOOP("engine", "Who made the image."));
            schema.require("offer", String, QT_TRANSLATE_NOOP("engine", "Name of the image."));
            schema.require("sku", String, QT_TRANSLATE_NOOP("engine", "Edition of the image."));
            schema.add("version", String, QT_TRANSLATE_NOOP("engine", "Version of the image.")).defaultJson =
                "\"latest\"";
            schema.add("virtualMachineImageId", String, QT_TRANSLATE_NOOP("engine", "Id of an image of your own."));
        });
    });
    addNodeSetup(schema);
    schema.add("userAccountSettings", Object, QT_TRANSLATE_NOOP("engine", "Administrator's account on each node."));
    schema.below([&schema] {
        schema.require("adminUserName", String, QT_TRANSLATE_NOOP("engine", "User name."));
        schema.add("adminUserSshPublicKey", String, QT_TRANSLATE_NOOP("engine", "Public key."));
        schema.add("adminUserPassword", String, QT_TRANSLATE_NOOP("engine", "Password."));
    });
    schema.add("subnet", Object, QT_TRANSLATE_NOOP("engine", "Network of the nodes."));
    schema.below([&schema] { schema.reference(); });
}

QList<PropertySpec> clusterSchema()
{
    SchemaBuilder schema;
    schema.envelope();
    schema.answer({"location", "tags"});
    schema.require("properties", Object, QT_TRANSLATE_NOOP("engine", "The cluster."));
    schema.below([&schema] {
        // The service requires size and account; here the machines are named beside the document.
        schema.add("vmSize", String, QT_TRANSLATE_NOOP("engine", "Size of the nodes."));
        schema.choice("vmPriority", {u"dedicated"_s, u"lowpriority"_s},
                      QT_TRANSLATE_NOOP("engine", "Whether nodes may be taken away."), "\"dedicated\"");
        addScaleSettings(schema);
        addMachineSettings(schema);
        schema.answer({"creationTime", "provisioningState", "provisioningStateTransitionTime", "allocationState",
                       "allocationStateTransitionTime", "errors", "currentNodeCount", "nodeStateCounts",
                       "x-batchdeck"});
    });
    return schema.take();
}

QList<PropertySpec> plainSchema(ResourceKind kind)
{
    SchemaBuilder schema;
    schema.envelope();
    if (kind == ResourceKind::Experiment) {
        schema.answer({"location", "tags"});
    } else {
        schema.add("location", String, QT_TRANSLATE_NOOP("engine", "Region."));
        schema.add("tags", StringMap, QT_TRANSLATE_NOOP("engine", "Labels."));
    }
    schema.add("properties", Object, QT_TRANSLATE_NOOP("engine", "Filled in by the service.")).defaultJson = "{}";
    schema.below([&schema] {
        schema.answer({"creationTime", "provisioningState", "provisioningStateTransitionTime", "x-batchdeck"});
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
    static const QList<PropertySpec> job = jobSchema();
    static const QList<PropertySpec> cluster = clusterSchema();
    static const QList<PropertySpec> experiment = plainSchema(ResourceKind::Experiment);
    static const QList<PropertySpec> labelled = plainSchema(ResourceKind::Workspace);
    static const QList<PropertySpec> none;
    switch (kind) {
    case ResourceKind::Job:
        return job;
    case ResourceKind::Cluster:
        return cluster;
    case ResourceKind::Experiment:
        return experiment;
    case ResourceKind::Group:
    case ResourceKind::Workspace:
        return labelled;
    case ResourceKind::FileServer:
    case ResourceKind::Machine:
        break;
    }
    return none;
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
