// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/schemabuilder.h"

using namespace Qt::StringLiterals;

namespace engine {

using enum PropertyType;

namespace {

using Keys = std::initializer_list<const char *>;

void addToolkit(SchemaBuilder &schema, const char *key, Keys required, Keys texts, Keys counts)
{
    schema.add(key, Object, QT_TRANSLATE_NOOP("engine", "How this toolkit is started."));
    schema.below([&] {
        for (const char *name : required)
            schema.require(name, String, QT_TRANSLATE_NOOP("engine", "What is run."));
        for (const char *name : texts)
            schema.add(name, String, QT_TRANSLATE_NOOP("engine", "How it is run."));
        for (const char *name : counts)
            schema.number(name, 1, QT_TRANSLATE_NOOP("engine", "How many are run."));
    });
}

void addCntk(SchemaBuilder &schema)
{
    schema.add("cntkSettings", Object, QT_TRANSLATE_NOOP("engine", "How this toolkit is started."));
    schema.below([&schema] {
        schema
            .choice("languageType", {u"BrainScript"_s, u"Python"_s},
                    QT_TRANSLATE_NOOP("engine", "Language of what is run."))
            .anyCase = true;
        schema.add("configFilePath", String, QT_TRANSLATE_NOOP("engine", "BrainScript file."));
        schema.add("pythonScriptFilePath", String, QT_TRANSLATE_NOOP("engine", "Python script."));
        schema.add("pythonInterpreterPath", String, QT_TRANSLATE_NOOP("engine", "Python interpreter."));
        schema.add("commandLineArgs", String, QT_TRANSLATE_NOOP("engine", "Arguments of the script, or of cntk."));
        schema.number("processCount", 1, QT_TRANSLATE_NOOP("engine", "How many are run."));
    });
}

void addPyTorch(SchemaBuilder &schema)
{
    schema.add("pyTorchSettings", Object, QT_TRANSLATE_NOOP("engine", "How this toolkit is started."));
    schema.below([&schema] {
        schema.require("pythonScriptFilePath", String, QT_TRANSLATE_NOOP("engine", "Python script."));
        schema.add("pythonInterpreterPath", String, QT_TRANSLATE_NOOP("engine", "Python interpreter."));
        schema.add("commandLineArgs", String, QT_TRANSLATE_NOOP("engine", "Arguments of the script."));
        schema.number("processCount", 1, QT_TRANSLATE_NOOP("engine", "How many are run."));
        schema // recipes send "gloo", and the service echoes it
            .choice("communicationBackend", {u"TCP"_s, u"Gloo"_s, u"MPI"_s},
                    QT_TRANSLATE_NOOP("engine", "How processes reach each other; needed when there are several."))
            .anyCase = true;
    });
}

void addTensorFlow(SchemaBuilder &schema)
{
    schema.add("tensorFlowSettings", Object, QT_TRANSLATE_NOOP("engine", "How this toolkit is started."));
    schema.below([&schema] {
        schema.require("pythonScriptFilePath", String, QT_TRANSLATE_NOOP("engine", "Python script."));
        schema.add("pythonInterpreterPath", String, QT_TRANSLATE_NOOP("engine", "Python interpreter."));
        schema.add("masterCommandLineArgs", String, QT_TRANSLATE_NOOP("engine", "Arguments of the first worker."));
        schema.add("workerCommandLineArgs", String, QT_TRANSLATE_NOOP("engine", "Arguments of the other workers."));
        schema.add("parameterServerCommandLineArgs", String,
                   QT_TRANSLATE_NOOP("engine", "Arguments of the parameter servers."));
        schema.number("workerCount", 1, QT_TRANSLATE_NOOP("engine", "Workers, the first included."));
        schema.number("parameterServerCount", 0, QT_TRANSLATE_NOOP("engine", "Parameter servers."));
    });
}

void addToolkits(SchemaBuilder &schema)
{
    const Keys script{"pythonScriptFilePath"};
    const Keys interpreter{"pythonInterpreterPath", "commandLineArgs"};
    const Keys processes{"processCount"};
    schema.add("customToolkitSettings", Object, QT_TRANSLATE_NOOP("engine", "One command, on the first node."));
    schema.below([&schema] { // the service does not mark it, but a job without a command does nothing
        schema.require("commandLine", String,
                       QT_TRANSLATE_NOOP("engine", "Command line, read by bash on the first node."));
    });
    addCntk(schema);
    addPyTorch(schema);
    addTensorFlow(schema);
    addToolkit(schema, "caffeSettings", {},
               {"configFilePath", "pythonScriptFilePath", "pythonInterpreterPath", "commandLineArgs"}, processes);
    addToolkit(schema, "caffe2Settings", script, interpreter, {});
    addToolkit(schema, "chainerSettings", script, interpreter, processes);
    addToolkit(schema, "customMpiSettings", {"commandLine"}, {}, processes);
    addToolkit(schema, "horovodSettings", script, interpreter, processes);
    schema.answer("toolType");
}

void addDirectories(SchemaBuilder &schema)
{
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
}

void addContainer(SchemaBuilder &schema)
{
    schema.add("containerSettings", Object,
               QT_TRANSLATE_NOOP("engine", "Container to run in; the node itself if absent."));
    schema.below([&schema] {
        schema.require("imageSourceRegistry", Object, QT_TRANSLATE_NOOP("engine", "Where the image comes from."));
        schema.below([&schema] {
            schema.add("serverUrl", String,
                       QT_TRANSLATE_NOOP("engine", "Registry to log in to; Docker Hub if absent."));
            schema.require("image", String, QT_TRANSLATE_NOOP("engine", "Name of the image."));
            schema.add("credentials", Object, QT_TRANSLATE_NOOP("engine", "Login of the registry."));
            schema.below([&schema] {
                schema.require("username", String, QT_TRANSLATE_NOOP("engine", "User name."));
                schema.add("password", String, QT_TRANSLATE_NOOP("engine", "Password.")).secret = true;
                schema.secretReference("passwordSecretReference");
            });
        });
        schema.add("shmSize", String, QT_TRANSLATE_NOOP("engine", "Size of /dev/shm, e.g. 16gb."));
    });
}

void addAnswers(SchemaBuilder &schema)
{
    schema.answer("jobOutputDirectoryPathSegment");
    schema.provisioning();
    schema.answers({"executionState", "executionStateTransitionTime"});
    schema.answer("executionInfo", Object);
    schema.below([&schema] {
        schema.answers({"startTime", "endTime"});
        schema.answer("exitCode", Integer);
        schema.errors("errors");
    });
    schema.answers({"$comment", "comment", "location"}); // seen in files, ignored by the service
    schema.add("x-batchdeck", Object, QT_TRANSLATE_NOOP("engine", "Batchdeck's own: what the service did not have."))
        .open = true;
    schema.below([&schema] {
        schema.answer("volumes", Array);
        schema.below([&schema] { schema.answers({"source", "target"}); });
    });
}

} // namespace

QList<PropertySpec> jobSchema()
{
    SchemaBuilder schema;
    schema.envelope();
    schema.answer("location");
    schema.answer("tags", StringMap);
    schema.require("properties", Object, QT_TRANSLATE_NOOP("engine", "The job."));
    schema.below([&schema] {
        schema.choice("schedulingPriority", {u"low"_s, u"normal"_s, u"high"_s},
                      QT_TRANSLATE_NOOP("engine", "Jobs of a higher priority start first."), "\"normal\"");
        schema.add("cluster", Object,
                   QT_TRANSLATE_NOOP("engine", "Where it runs; the command line may name it instead."));
        schema.below([&schema] {
            schema.add("id", String, QT_TRANSLATE_NOOP("engine", "Full id of the cluster.")).required = true;
            schema.answer("resourceGroup");
        });
        PropertySpec &nodes =
            schema.require("nodeCount", Integer, QT_TRANSLATE_NOOP("engine", "Whole nodes it takes, 1 to 100."));
        nodes.minimum = 1;
        nodes.maximum = 100; // that many a cluster may have
        addToolkits(schema);
        schema.add("jobPreparation", Object, QT_TRANSLATE_NOOP("engine", "Runs on each node before the toolkit."));
        schema.below([&schema] {
            schema.require("commandLine", String,
                           QT_TRANSLATE_NOOP("engine", "Command line, read by bash on each node."));
        });
        addDirectories(schema);
        schema.environment("environmentVariables");
        schema.secrets("secrets");
        schema.mountVolumes();
        addContainer(schema);
        schema.add("constraints", Object, QT_TRANSLATE_NOOP("engine", "Limits.")).defaultJson = "{}";
        schema.below([&schema] {
            schema
                .add("maxWallClockTime", Duration, QT_TRANSLATE_NOOP("engine", "Longest run time, 1 second to 7 days."))
                .defaultJson = "\"P7D\"";
        });
        addAnswers(schema);
    });
    return schema.take();
}

} // namespace engine
