// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/schema/schemabuilder.h"

using namespace Qt::StringLiterals;

namespace engine {

using enum PropertyType;

namespace {

using Keys = std::initializer_list<const char *>;

const char *helpOf(std::string_view key)
{
    if (key == "pythonScriptFilePath")
        return QT_TRANSLATE_NOOP("engine", "Python script; may use $NAME.");
    if (key == "pythonInterpreterPath")
        return QT_TRANSLATE_NOOP("engine", "Python interpreter; the one of the node or container if absent.");
    if (key == "commandLineArgs")
        return QT_TRANSLATE_NOOP("engine", "Arguments; may use $NAME.");
    if (key == "configFilePath")
        return QT_TRANSLATE_NOOP("engine", "Solver or configuration file, instead of a script; may use $NAME.");
    return QT_TRANSLATE_NOOP("engine", "Command line of each process; may use $NAME.");
}

void addProcessCount(SchemaBuilder &schema)
{
    schema.number("processCount", 1, QT_TRANSLATE_NOOP("engine", "Processes, at most 4 a node; one a node if absent."));
}

void addToolkit(SchemaBuilder &schema, const char *key, Keys required, Keys texts, bool hasProcessCount = true)
{
    schema.add(key, Object, QT_TRANSLATE_NOOP("engine", "How this toolkit is started."));
    schema.below([&] {
        for (const char *name : required)
            schema.require(name, String, helpOf(name));
        for (const char *name : texts)
            schema.add(name, String, helpOf(name));
        if (hasProcessCount)
            addProcessCount(schema);
    });
}

void addCntk(SchemaBuilder &schema)
{
    addToolkit(schema, "cntkSettings", {}, {}, false);
    schema.below([&schema] {
        schema
            .choice("languageType", {u"BrainScript"_s, u"Python"_s},
                    QT_TRANSLATE_NOOP("engine", "Language of what is run; that of the file given if absent."))
            .anyCase = true;
        for (const char *key : {"configFilePath", "pythonScriptFilePath", "pythonInterpreterPath", "commandLineArgs"})
            schema.add(key, String, helpOf(key));
        addProcessCount(schema);
    });
}

void addPyTorch(SchemaBuilder &schema)
{
    addToolkit(schema, "pyTorchSettings", {}, {}, false);
    schema.below([&schema] {
        schema.require("pythonScriptFilePath", String, helpOf("pythonScriptFilePath"));
        for (const char *key : {"pythonInterpreterPath", "commandLineArgs"})
            schema.add(key, String, helpOf(key));
        addProcessCount(schema);
        // Recipes send "gloo", and the service echoes it.
        schema
            .choice("communicationBackend", {u"TCP"_s, u"Gloo"_s, u"MPI"_s},
                    QT_TRANSLATE_NOOP("engine", "How processes reach each other; needed when there are several."))
            .anyCase = true;
    });
}

void addTensorFlow(SchemaBuilder &schema)
{
    addToolkit(schema, "tensorFlowSettings", {}, {}, false);
    schema.below([&schema] {
        schema.require("pythonScriptFilePath", String, helpOf("pythonScriptFilePath"));
        schema.add("pythonInterpreterPath", String, helpOf("pythonInterpreterPath"));
        schema.add("masterCommandLineArgs", String, QT_TRANSLATE_NOOP("engine", "Arguments of the first worker."));
        schema.add("workerCommandLineArgs", String, QT_TRANSLATE_NOOP("engine", "Arguments of the other workers."));
        schema.add("parameterServerCommandLineArgs", String,
                   QT_TRANSLATE_NOOP("engine", "Arguments of the parameter servers."));
        schema.number(
            "workerCount", 1,
            QT_TRANSLATE_NOOP("engine", "Workers, the first included, at most 4 a node; one a node if absent."));
        schema.number(
            "parameterServerCount", 0,
            QT_TRANSLATE_NOOP("engine", "Parameter servers, at most one a node; 1 on several nodes if absent."));
    });
}

void addToolkits(SchemaBuilder &schema)
{
    const Keys script{"pythonScriptFilePath"};
    const Keys interpreter{"pythonInterpreterPath", "commandLineArgs"};
    schema.add("customToolkitSettings", Object, QT_TRANSLATE_NOOP("engine", "One command, on the first node."));
    schema.below([&schema] { // not required by the service, but a job without a command does nothing
        schema.require("commandLine", String,
                       QT_TRANSLATE_NOOP("engine", "Command line, read by bash on the first node."));
    });
    addCntk(schema);
    addPyTorch(schema);
    addTensorFlow(schema);
    addToolkit(schema, "caffeSettings", {},
               {"configFilePath", "pythonScriptFilePath", "pythonInterpreterPath", "commandLineArgs"});
    addToolkit(schema, "caffe2Settings", script, interpreter, false);
    addToolkit(schema, "chainerSettings", script, interpreter);
    addToolkit(schema, "customMpiSettings", {"commandLine"}, {});
    addToolkit(schema, "horovodSettings", script, interpreter);
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
    schema.answers({"$comment", "comment", "location"}); // found in files; ignored by the service
    schema.add("x-batchdeck", Object, QT_TRANSLATE_NOOP("engine", "Batchdeck's own: what the service did not have."))
        .open = true;
    schema.below([&schema] {
        schema.add("files", Array,
                   QT_TRANSLATE_NOOP("engine", "Small text files that the job brings along, 1 MiB together."));
        schema.below([&schema] {
            schema.require("path", String,
                           QT_TRANSLATE_NOOP("engine", "Below the working directory, $AZ_BATCHAI_JOB_TEMP/wd."));
            // Empty content is valid: an empty file.
            schema.add("content", String, QT_TRANSLATE_NOOP("engine", "Text of the file."));
        });
        schema
            .add("fetch", Array, QT_TRANSLATE_NOOP("engine", "What is brought to this computer once the job is over."))
            .maximum = 20;
        schema.below([&schema] {
            schema.add("outputDirectoryId", String,
                       QT_TRANSLATE_NOOP("engine", "From which output directory; all if absent."));
            schema.require("to", String,
                           QT_TRANSLATE_NOOP("engine", "Folder of this computer: ~/results/<job>, for example."));
            schema.choice("when", {u"succeeded"_s, u"always"_s},
                          QT_TRANSLATE_NOOP("engine", "Only when the job has succeeded, or however it ended."),
                          "\"succeeded\"");
            schema.answer("state");
            schema.answer("reason", Object);
            schema.add("files", Array, QT_TRANSLATE_NOOP("engine", "Patterns such as *.pt; everything if absent."))
                .maximum = 50;
            schema.elements(String);
        });
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
        nodes.maximum = 100; // maximum size of a cluster
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
