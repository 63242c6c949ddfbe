// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/resource/clusteroptions.h"

#include "app/ctl/job/overrides.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

Error refusedOption(const QString &option, const Message &message)
{
    return {ErrorCode::InvalidArgument, message, option};
}

// The full id of an image or a subnet of the service.
Result<QString> oldId(const CommandLine &line, const QString &option)
{
    const QString id = line.value(option);
    if (id.startsWith(u"/subscriptions/"_s, Qt::CaseInsensitive) && id.count(u'/') >= 8)
        return id;
    return refusedOption(option, Message("\"%1\" is not the id of a resource: /subscriptions/…/NAME.", {id.left(200)}));
}

} // namespace

Result<std::optional<int>> nodeCount(const CommandLine &line, const QString &option)
{
    if (!line.has(option))
        return std::optional<int>();
    bool isNumber = false;
    const int count = line.value(option).toInt(&isNumber);
    if (isNumber && count >= 0)
        return std::optional(count);
    return refusedOption(option,
                         Message("%1 is a number of nodes, 0 or more, not \"%2\".", {option, line.value(option)}));
}

Result<QJsonObject> imageReference(const QString &image, const QString &customImage)
{
    static const QHash<QString, QString> aliases{
        {u"ubuntults"_s, u"Canonical:UbuntuServer:16.04-LTS:"_s},
        {u"ubuntudsvm"_s, u"microsoft-ads:linux-data-science-vm-ubuntu:linuxdsvmubuntu:"_s}};
    if (image.isEmpty())
        return refusedOption(u"--image"_s, Message("--custom-image needs --image, which says what it was made from."));
    const QStringList parts = aliases.value(image.toLower(), image).split(u':');
    const bool isWhole = parts.size() == 4 && !parts.first(3).contains(QString());
    if (!isWhole)
        return refusedOption(
            u"--image"_s,
            Message("\"%1\" is no image: write UbuntuLTS, UbuntuDSVM or PUBLISHER:OFFER:SKU:VERSION, where "
                    "VERSION may be empty.",
                    {image.left(200)}));
    QJsonObject reference{{u"publisher"_s, parts.at(0)}, {u"offer"_s, parts.at(1)}, {u"sku"_s, parts.at(2)}};
    if (!parts.at(3).isEmpty())
        reference[u"version"_s] = parts.at(3);
    if (!customImage.isEmpty())
        reference[u"virtualMachineImageId"_s] = customImage;
    return reference;
}

Result<QStringList> clusterOverrides(const CommandLine &line)
{
    QStringList overrides;
    for (const auto &[option, path] : {std::pair(u"--vm-size"_s, u"vmSize"_s),
                                       {u"--vm-priority"_s, u"vmPriority"_s},
                                       {u"--user-name"_s, u"userAccountSettings.adminUserName"_s}}) {
        if (line.has(option))
            overrides.append(overrideText(path, line.value(option)));
    }
    if (line.has(u"--image"_s) || line.has(u"--custom-image"_s)) {
        const auto custom =
            line.has(u"--custom-image"_s) ? oldId(line, u"--custom-image"_s) : Result<QString>(QString());
        if (!custom)
            return custom.error();
        const auto reference = imageReference(line.value(u"--image"_s), *custom);
        if (!reference)
            return reference.error();
        overrides.append(overrideText(u"virtualMachineConfiguration.imageReference"_s, *reference));
    }
    if (line.has(u"--subnet"_s)) {
        const auto subnet = oldId(line, u"--subnet"_s);
        if (!subnet)
            return subnet.error();
        overrides.append(overrideText(u"subnet.id"_s, *subnet));
    }
    if (line.has(u"--setup-task"_s)) {
        if (line.value(u"--setup-task-output"_s).isEmpty())
            return refusedOption(u"--setup-task-output"_s,
                                 Message("--setup-task needs --setup-task-output: where its output goes."));
        overrides.append(overrideText(u"nodeSetup.setupTask"_s,
                                      QJsonObject{{u"commandLine"_s, line.value(u"--setup-task"_s)},
                                                  {u"stdOutErrPathPrefix"_s, line.value(u"--setup-task-output"_s)}}));
    }
    return overrides;
}

} // namespace ctl
