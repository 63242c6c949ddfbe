// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documentschema.h"
#include "tests/batchai/swagger.h"

#include <QByteArray>
#include <QRandomGenerator>

namespace testing {

/// Makes documents that the service would accept: random properties of a shape, by type, then adjusted to the rules
/// between properties.
class RandomDocument
{
public:
    /// \a likelihood: of an optional property, in percent. The properties of the path \a wanted are always present,
    /// e.g. "properties.secrets[].valueSecretReference.secretUrl".
    RandomDocument(quint32 seed, int likelihood, const QString &wanted = {})
        : m_random(seed), m_likelihood(likelihood), m_wanted(wanted.split(QLatin1Char('.')))
    {
        for (QString &key : m_wanted)
            key.remove(QStringLiteral("[]"));
    }

    [[nodiscard]] QJsonObject make(const Shape &shape)
    {
        QJsonObject document = value(shape, 0).toObject();
        QJsonObject properties = document.value(QStringLiteral("properties")).toObject();
        if (properties.contains(QStringLiteral("stdOutErrPathPrefix")))
            settleJob(properties);
        settle(properties);
        if (document.contains(QStringLiteral("properties")))
            document.insert(QStringLiteral("properties"), properties);
        return document;
    }

private:
    [[nodiscard]] int below(int end) { return m_random.bounded(end); }

    // True when \a key is the wanted path's at this depth.
    [[nodiscard]] bool isWanted(const QString &key, qsizetype depth) const
    {
        return depth < m_wanted.size() && m_wanted.at(depth) == key;
    }
    [[nodiscard]] bool isWanted(const QString &key) const { return m_wanted.contains(key); }

    QJsonValue value(const Shape &shape, qsizetype depth)
    {
        switch (shape.type) {
        case Shape::Type::Object: {
            QJsonObject object;
            for (const Shape &child : shape.children) {
                const bool isFrame = depth == 0 && child.name == QLatin1String("properties");
                if (isFrame || child.isRequired || isWanted(child.name, depth) || below(100) < m_likelihood)
                    object.insert(child.name, value(child, depth + 1));
            }
            return object;
        }
        case Shape::Type::Array: {
            QJsonArray array;
            for (int i = isWanted(shape.name) ? 1 : below(4); i > 0; --i)
                array.append(value(shape.children.front(), depth));
            return array;
        }
        case Shape::Type::Map:
            return QJsonObject{{text(), text()}, {text(), QString()}};
        case Shape::Type::Integer:
            return 1 + below(100);
        case Shape::Type::Text:
            break;
        }
        if (!shape.values.isEmpty())
            return shape.values.at(below(static_cast<int>(shape.values.size())));
        if (shape.format == QLatin1String("date-time"))
            return QStringLiteral("2018-05-01T12:00:%1Z").arg(10 + below(50));
        if (shape.format == QLatin1String("duration"))
            return QStringLiteral("PT%1H").arg(1 + below(168));
        return known(shape.name);
    }

    // A valid text for properties whose form the service prescribes, by the property's name.
    QString known(const QString &name)
    {
        if (name == QLatin1String("azureFileUrl"))
            return QStringLiteral("https://account%1.file.core.windows.net/share").arg(below(1000));
        if (name == QLatin1String("accountName"))
            return QStringLiteral("account%1").arg(below(1000));
        if (name == QLatin1String("containerName"))
            return QStringLiteral("container%1").arg(below(1000));
        if (name == QLatin1String("serverUrl"))
            return QStringLiteral("registry%1.example.com").arg(below(1000));
        if (name == QLatin1String("secretUrl"))
            return QStringLiteral("https://vault.example.com/secrets/s%1").arg(below(1000));
        if (name == QLatin1String("relativeMountPath"))
            return QStringLiteral("mount%1/below").arg(m_number++);
        if (name == QLatin1String("fileMode") || name == QLatin1String("directoryMode"))
            return QStringLiteral("07%1%2").arg(below(8)).arg(below(8));
        if (name == QLatin1String("shmSize"))
            return QStringLiteral("%1gb").arg(1 + below(64));
        if (name == QLatin1String("languageType"))
            return below(2) == 0 ? QStringLiteral("Python") : QStringLiteral("BrainScript");
        if (name == QLatin1String("communicationBackend"))
            return QStringList{QStringLiteral("gloo"), QStringLiteral("TCP"), QStringLiteral("MPI")}.at(below(3));
        if (name == QLatin1String("vmSize"))
            return QStringLiteral("STANDARD_NC%1").arg(6 * (1 + below(4)));
        if (name == QLatin1String("adminUserName"))
            return QStringLiteral("user%1").arg(below(1000));
        if (name == QLatin1String("adminUserSshPublicKey"))
            return publicKey();
        return text();
    }

    QString text()
    {
        static const QStringList pieces{QStringLiteral("$AZ_BATCHAI_JOB_TEMP"),
                                        QStringLiteral("\u00e4\u4e2d"),
                                        QStringLiteral("\U0001F600"),
                                        QStringLiteral("\"'\\"),
                                        QStringLiteral("\n\t"),
                                        QStringLiteral("/a b"),
                                        QStringLiteral("// /* no comment */"),
                                        QStringLiteral("{}[],:"),
                                        QStringLiteral("x")};
        QString made = QString::number(m_number++);
        for (int i = below(4); i > 0; --i)
            made += pieces.at(below(static_cast<int>(pieces.size())));
        return made;
    }

    QString publicKey()
    {
        const auto field = [](const QByteArray &bytes) -> QByteArray {
            const auto size = static_cast<quint32>(bytes.size());
            return QByteArray{}
                       .append(char(size >> 24))
                       .append(char(size >> 16))
                       .append(char(size >> 8))
                       .append(char(size))
                + bytes;
        };
        QByteArray modulus(257, '\0');
        for (char &byte : modulus)
            byte = static_cast<char>(below(256));
        modulus[0] = '\0';
        modulus[1] = '\x9b';
        const QByteArray key = field("ssh-rsa") + field(QByteArray("\1\0\1", 3)) + field(modulus);
        return QStringLiteral("ssh-rsa %1 user@example.com").arg(QString::fromLatin1(key.toBase64()));
    }

    static QString id(const QString &provider, const QString &path, int number)
    {
        return QStringLiteral("/subscriptions/11111111-1111-1111-1111-111111111111/resourceGroups/rg/providers/%1/%2%3")
            .arg(provider, path)
            .arg(number);
    }

    // Keeps one of \a keys, the wanted one if there is one.
    void keepOne(QJsonObject &object, const QStringList &keys)
    {
        QStringList present;
        for (const QString &key : keys) {
            if (object.contains(key))
                present.append(key);
        }
        if (present.size() < 2)
            return;
        QString kept = present.at(below(static_cast<int>(present.size())));
        for (const QString &key : present)
            kept = isWanted(key) ? key : kept;
        for (const QString &key : present) {
            if (key != kept)
                object.remove(key);
        }
    }
    void keepOneOf(QJsonObject &object, const QString &plain, const QString &reference)
    {
        if (!object.contains(plain) && !object.contains(reference))
            object.insert(plain, text());
        keepOne(object, {plain, reference});
    }

    void settleJob(QJsonObject &job)
    {
        QStringList keys;
        for (const auto &[key, word] : engine::toolkits())
            keys.append(key);
        keepOne(job, keys);
        const bool hasToolkit =
            std::any_of(keys.begin(), keys.end(), [&](const QString &key) { return job.contains(key); });
        const QString custom = QStringLiteral("customToolkitSettings"); // requires a command
        if (!hasToolkit || job.contains(custom))
            job.insert(custom, QJsonObject{{QStringLiteral("commandLine"), text()}});
        for (const auto &[key, word] : engine::toolkits()) {
            if (job.contains(key))
                job.insert(QStringLiteral("toolType"), word);
        }
        const int nodes = job.value(QStringLiteral("nodeCount")).toInt();
        for (const QString &key : keys) {
            QJsonObject settings = job.value(key).toObject();
            for (const char *count : {"processCount", "workerCount", "parameterServerCount"}) {
                if (settings.contains(QLatin1String(count)))
                    settings.insert(QLatin1String(count), 1 + below(nodes));
            }
            if (key == QLatin1String("pyTorchSettings")) // required with several processes
                settings.insert(QStringLiteral("communicationBackend"), known(QStringLiteral("communicationBackend")));
            if (job.contains(key))
                job.insert(key, settings);
        }
    }

    // Applies the rules within one object, to this object and all below.
    void settle(QJsonObject &object)
    {
        for (auto it = object.begin(); it != object.end(); ++it) {
            if (it->isObject()) {
                QJsonObject below = it->toObject();
                settleChild(it.key(), below);
                it.value() = below;
            } else if (it->isArray()) {
                QJsonArray array = it->toArray();
                for (qsizetype i = 0; i < array.size(); ++i) {
                    if (!array.at(i).isObject())
                        continue;
                    QJsonObject element = array.at(i).toObject();
                    settleChild(it.key(), element);
                    array[i] = element;
                }
                it.value() = array;
            }
        }
    }

    void settleChild(const QString &key, QJsonObject &object)
    {
        if (object.contains(QStringLiteral("id")))
            object.insert(QStringLiteral("id"), identity(key));
        if (key == QLatin1String("environmentVariables") || key == QLatin1String("secrets"))
            object.insert(QStringLiteral("name"), QStringLiteral("NAME_%1").arg(m_number++));
        if (key == QLatin1String("secrets"))
            keepOneOf(object, QStringLiteral("value"), QStringLiteral("valueSecretReference"));
        else if (key == QLatin1String("credentials") && object.contains(QStringLiteral("username")))
            keepOneOf(object, QStringLiteral("password"), QStringLiteral("passwordSecretReference"));
        else if (key == QLatin1String("credentials"))
            keepOneOf(object, QStringLiteral("accountKey"), QStringLiteral("accountKeySecretReference"));
        else if (key == QLatin1String("appInsightsReference"))
            keepOneOf(object, QStringLiteral("instrumentationKey"),
                      QStringLiteral("instrumentationKeySecretReference"));
        else if (key == QLatin1String("userAccountSettings"))
            settleAccount(object);
        else if (key == QLatin1String("scaleSettings"))
            settleScale(object);
        else if (key == QLatin1String("imageReference") && object.contains(QStringLiteral("virtualMachineImageId")))
            object.insert(QStringLiteral("virtualMachineImageId"),
                          id(QStringLiteral("Microsoft.Compute"), QStringLiteral("images/i"), below(100)));
        else if (key == QLatin1String("cntkSettings"))
            settleCntk(object);
        else if (key == QLatin1String("caffeSettings"))
            settleScript(object);
        else if (key == QLatin1String("sshConfiguration") && object.contains(QStringLiteral("publicIPsToAllow")))
            object.insert(QStringLiteral("publicIPsToAllow"),
                          QJsonArray{QStringLiteral("10.0.%1.0/24").arg(below(256))});
        settle(object);
    }

    QString identity(const QString &key)
    {
        const int number = below(100);
        if (key == QLatin1String("cluster"))
            return id(QStringLiteral("Microsoft.BatchAI"), QStringLiteral("workspaces/w/clusters/c"), number);
        if (key == QLatin1String("fileServer"))
            return id(QStringLiteral("Microsoft.BatchAI"), QStringLiteral("workspaces/w/fileServers/f"), number);
        if (key == QLatin1String("subnet"))
            return id(QStringLiteral("Microsoft.Network"), QStringLiteral("virtualNetworks/v/subnets/s"), number);
        if (key == QLatin1String("sourceVault"))
            return id(QStringLiteral("Microsoft.KeyVault"), QStringLiteral("vaults/v"), number);
        if (key == QLatin1String("component"))
            return id(QStringLiteral("Microsoft.Insights"), QStringLiteral("components/c"), number);
        return QStringLiteral("ID_%1").arg(m_number++); // of an input or output directory
    }

    void settleAccount(QJsonObject &account)
    {
        if (!account.contains(QStringLiteral("adminUserSshPublicKey")))
            account.insert(QStringLiteral("adminUserPassword"), text());
    }

    void settleScale(QJsonObject &scale)
    {
        if (scale.isEmpty())
            scale.insert(QStringLiteral("manual"), QJsonObject{{QStringLiteral("targetNodeCount"), below(100)}});
        keepOne(scale, {QStringLiteral("manual"), QStringLiteral("autoScale")});
        if (!scale.contains(QStringLiteral("autoScale")))
            return;
        QJsonObject range = scale.value(QStringLiteral("autoScale")).toObject();
        const int least = below(50);
        range.insert(QStringLiteral("minimumNodeCount"), least);
        range.insert(QStringLiteral("maximumNodeCount"), 50 + below(50));
        if (range.contains(QStringLiteral("initialNodeCount")))
            range.insert(QStringLiteral("initialNodeCount"), least + below(50 - least));
        scale.insert(QStringLiteral("autoScale"), range);
    }

    // Either a configuration file, or a script and perhaps its interpreter.
    void settleScript(QJsonObject &settings)
    {
        keepOneOf(settings, QStringLiteral("pythonScriptFilePath"), QStringLiteral("configFilePath"));
        if (!settings.contains(QStringLiteral("pythonScriptFilePath")))
            settings.remove(QStringLiteral("pythonInterpreterPath"));
    }
    void settleCntk(QJsonObject &settings)
    {
        settleScript(settings);
        if (settings.contains(QStringLiteral("languageType")))
            settings.insert(QStringLiteral("languageType"),
                            settings.contains(QStringLiteral("configFilePath")) ? QStringLiteral("BrainScript")
                                                                                : QStringLiteral("Python"));
    }

    QRandomGenerator m_random;
    int m_likelihood;
    QStringList m_wanted;
    int m_number = 0; // makes names unique
};

} // namespace testing
