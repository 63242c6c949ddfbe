// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documentschema.h"
#include "tests/support/json.h"

#include <QJsonArray>

namespace testing {

/// Valid documents that together have every property; properties that exclude each other are in different documents.
struct Variant
{
    QByteArray name;
    engine::ResourceKind kind;
    QJsonObject document;
};

// A secret's property, either as its value or as a reference.
inline QByteArray secretText(const QByteArray &key, const QByteArray &referenceKey, bool byReference)
{
    if (!byReference)
        return '"' + key + R"(":"hidden")";
    return '"' + referenceKey
        + R"(":{"sourceVault":{"id":"/subscriptions/s/resourceGroups/g/providers/Microsoft.KeyVault/vaults/v"},)"
          R"("secretUrl":"https://v.vault.azure.net/secrets/x"})";
}

inline QByteArray volumesText(bool byReference)
{
    const QByteArray credentials =
        R"("credentials":{)" + secretText("accountKey", "accountKeySecretReference", byReference) + '}';
    return R"("mountVolumes":{"azureFileShares":[{"accountName":"a","azureFileUrl":"https://a.file.core.windows.net/s",)"
        + credentials + R"(,"relativeMountPath":"afs","fileMode":"0700","directoryMode":"755"}],
        "azureBlobFileSystems":[{"accountName":"a","containerName":"c",)"
        + credentials + R"(,"relativeMountPath":"bfs","mountOptions":"-o ro"}],
        "fileServers":[{"fileServer":{"id":"/subscriptions/s/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/fileServers/f"},
            "sourceDirectory":"d","relativeMountPath":"nfs","mountOptions":"rw"}],
        "unmanagedFileSystems":[{"mountCommand":"mount -t glusterfs h:/v","relativeMountPath":"g"}],
        "x-batchdeck":{"paths":[{"path":"/data","relativeMountPath":"data"}]}})";
}

inline QByteArray environmentText(bool byReference)
{
    return R"("environmentVariables":[{"name":"A","value":"1"}],"secrets":[{"name":"B",)"
        + secretText("value", "valueSecretReference", byReference) + "}]";
}

inline QJsonObject jobWith(const QByteArray &toolkit, bool byReference)
{
    return object(
        R"({"properties":{"schedulingPriority":"high",
        "cluster":{"id":"/subscriptions/s/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/clusters/c"},
        "nodeCount":2,)"
        + toolkit + R"(,"jobPreparation":{"commandLine":"true"},"stdOutErrPathPrefix":"/out",
        "inputDirectories":[{"id":"IN","path":"/in"}],
        "outputDirectories":[{"id":"OUT","pathPrefix":"/out","pathSuffix":"s"}],)"
        + environmentText(byReference) + ',' + volumesText(byReference)
        + R"(,"containerSettings":{"imageSourceRegistry":{"serverUrl":"r.example","image":"r.example/i",
            "credentials":{"username":"u",)"
        + secretText("password", "passwordSecretReference", byReference)
        + R"(}},"shmSize":"16gb"},"constraints":{"maxWallClockTime":"P1D"},"x-batchdeck":{"placement":{"a":1},
            "files":[{"path":"a/b.txt","content":"c"}],
            "fetch":[{"outputDirectoryId":"stdouterr","files":["*.pt"],"to":"~/r/<job>","when":"always"}]}}})");
}

inline QJsonObject clusterWith(const QByteArray &scale, bool byReference)
{
    return object(
        R"({"properties":{"vmSize":"STANDARD_NC6","vmPriority":"lowpriority","scaleSettings":{)" + scale
        + R"(},"virtualMachineConfiguration":{"imageReference":{"publisher":"p","offer":"o","sku":"s","version":"v",
            "virtualMachineImageId":"/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/images/i"}},
        "nodeSetup":{"setupTask":{"commandLine":"true","stdOutErrPathPrefix":"/out",)"
        + environmentText(byReference) + "}," + volumesText(byReference)
        + R"(,"performanceCountersSettings":{"appInsightsReference":{
            "component":{"id":"/subscriptions/s/resourceGroups/g/providers/microsoft.insights/components/c"},)"
        + secretText("instrumentationKey", "instrumentationKeySecretReference", byReference)
        + R"(}}},"userAccountSettings":{"adminUserName":"u","adminUserSshPublicKey":"k","adminUserPassword":"hidden"},
        "subnet":{"id":"/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/n/subnets/d"},
        "x-batchdeck":{"kind":"local"}}})");
}

inline QList<Variant> variants()
{
    using enum engine::ResourceKind;
    const QByteArray python = R"("pythonScriptFilePath":"x.py","pythonInterpreterPath":"python3")";
    const QByteArray args = R"(,"commandLineArgs":"-v")";
    const QByteArray count = R"(,"processCount":8)";
    QList<Variant> all{
        {"custom", Job, jobWith(R"("customToolkitSettings":{"commandLine":"true"})", false)},
        {"references", Job, jobWith(R"("customToolkitSettings":{"commandLine":"true"})", true)},
        {"cntk", Job, jobWith(R"("cntkSettings":{"languageType":"python",)" + python + args + count + '}', false)},
        {"cntk brainscript", Job,
         jobWith(R"("cntkSettings":{"languageType":"BrainScript","configFilePath":"x")" + args + count + '}', false)},
        {"pytorch", Job,
         jobWith(R"("pyTorchSettings":{)" + python + args + count + R"(,"communicationBackend":"gloo"})", false)},
        {"tensorflow", Job,
         jobWith(R"("tensorFlowSettings":{)" + python + R"(,"masterCommandLineArgs":"m","workerCommandLineArgs":"w",
                "parameterServerCommandLineArgs":"p","workerCount":8,"parameterServerCount":2})",
                 false)},
        {"caffe", Job, jobWith(R"("caffeSettings":{"configFilePath":"x")" + args + count + '}', false)},
        {"caffe python", Job, jobWith(R"("caffeSettings":{)" + python + args + count + '}', false)},
        {"caffe2", Job, jobWith(R"("caffe2Settings":{)" + python + args + '}', false)},
        {"chainer", Job, jobWith(R"("chainerSettings":{)" + python + args + count + '}', false)},
        {"custom mpi", Job, jobWith(R"("customMpiSettings":{"commandLine":"true")" + count + '}', false)},
        {"horovod", Job, jobWith(R"("horovodSettings":{)" + python + args + count + '}', false)},
        {"manual", Cluster,
         clusterWith(R"("manual":{"targetNodeCount":2,"nodeDeallocationOption":"terminate"})", false)},
        {"automatic", Cluster,
         clusterWith(R"("autoScale":{"minimumNodeCount":1,"maximumNodeCount":4,"initialNodeCount":2})", true)},
        {"file server", FileServer, object(R"({"properties":{"vmSize":"STANDARD_D1","sshConfiguration":{
            "publicIPsToAllow":["10.0.0.0/8"],
            "userAccountSettings":{"adminUserName":"u","adminUserSshPublicKey":"k","adminUserPassword":"hidden"}},
            "dataDisks":{"diskSizeInGB":10,"cachingType":"readonly","diskCount":2,"storageAccountType":"Premium_LRS"},
            "subnet":{"id":"/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/n/subnets/d"},
            "x-batchdeck":{"machine":"m","path":"/srv"}}})")},
        {"experiment", Experiment, object(R"({"properties":{"x-batchdeck":{}}})")},
        {"workspace", Workspace, object(R"({"location":"eastus","tags":{"a":"b"},"properties":{"x-batchdeck":{}}})")},
        {"group", Group, object(R"({"location":"eastus","tags":{"a":"b"},"properties":{"x-batchdeck":{}}})")}};
    return all;
}

} // namespace testing
