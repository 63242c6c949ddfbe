// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/resource/clusteroptions.h"

#include "tests/support/testmain.h"

#include <QJsonObject>

using namespace Qt::StringLiterals;
using namespace ctl;

/// What az's options for the nodes of a cluster become in its document.
class TstClusteroptions final : public QObject
{
    Q_OBJECT

private slots:
    void knowsImages_data();
    void knowsImages();
    void setsWhatIsGiven_data();
    void setsWhatIsGiven();
    void refuses_data();
    void refuses();
};

namespace {

const QString image = u"/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/images/mine"_s;
const QString subnet =
    u"/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/v/subnets/default"_s;

CommandLine created(const QString &options)
{
    return parse(QString(u"cluster create -n c "_s + options).split(u' ', Qt::SkipEmptyParts), allVerbs());
}

} // namespace

void TstClusteroptions::knowsImages_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("parts"); // publisher, offer, sku, version; empty: refused
    QTest::newRow("alias") << "UbuntuLTS" << QStringList{u"Canonical"_s, u"UbuntuServer"_s, u"16.04-LTS"_s, {}};
    QTest::newRow("alias in another case")
        << "ubuntudsvm" << QStringList{u"microsoft-ads"_s, u"linux-data-science-vm-ubuntu"_s, u"linuxdsvmubuntu"_s, {}};
    QTest::newRow("whole") << "a:b:c:1.0" << QStringList{u"a"_s, u"b"_s, u"c"_s, u"1.0"_s};
    QTest::newRow("no version") << "a:b:c:" << QStringList{u"a"_s, u"b"_s, u"c"_s, {}};
    QTest::newRow("three parts") << "a:b:c" << QStringList();
    QTest::newRow("no offer") << "a::c:1" << QStringList();
    QTest::newRow("unknown alias") << "Windows" << QStringList();
    QTest::newRow("none") << "" << QStringList();
}

void TstClusteroptions::knowsImages()
{
    QFETCH(QString, text);
    QFETCH(QStringList, parts);
    const auto reference = imageReference(text, {});
    QCOMPARE(bool(reference), !parts.isEmpty());
    if (!reference) {
        QCOMPARE(engine::toString(reference.error().code), u"InvalidArgument"_s);
        QCOMPARE(reference.error().target, u"--image"_s);
        return;
    }
    QCOMPARE(reference->value(u"publisher"_s).toString(), parts.at(0));
    QCOMPARE(reference->value(u"offer"_s).toString(), parts.at(1));
    QCOMPARE(reference->value(u"sku"_s).toString(), parts.at(2));
    QCOMPARE(reference->value(u"version"_s).toString(), parts.at(3));
    QCOMPARE(reference->contains(u"version"_s), !parts.at(3).isEmpty());
}

void TstClusteroptions::setsWhatIsGiven_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QStringList>("overrides");
    QTest::newRow("nothing") << "-t 2" << QStringList();
    QTest::newRow("size and priority") << "-s STANDARD_NC6 --vm-priority lowpriority"
                                       << QStringList{u"vmSize=\"STANDARD_NC6\""_s, u"vmPriority=\"lowpriority\""_s};
    QTest::newRow("a size that is a number") << "-s 6" << QStringList{u"vmSize=\"6\""_s};
    QTest::newRow("user") << "-u anna" << QStringList{u"userAccountSettings.adminUserName=\"anna\""_s};
    QTest::newRow("custom image")
        << QString(u"-i UbuntuLTS --custom-image "_s + image)
        << QStringList{u"virtualMachineConfiguration.imageReference={\"offer\":\"UbuntuServer\",\"publisher\":"
                       "\"Canonical\",\"sku\":\"16.04-LTS\",\"virtualMachineImageId\":\"%1\"}"_s.arg(image)};
    QTest::newRow("subnet") << QString(u"--subnet "_s + subnet) << QStringList{u"subnet.id=\"%1\""_s.arg(subnet)};
    QTest::newRow("setup task") << "--setup-task ./prepare --setup-task-output $AZ_BATCHAI_MOUNT_ROOT/afs"
                                << QStringList{
                                       u"nodeSetup.setupTask={\"commandLine\":\"./prepare\",\"stdOutErrPathPrefix\":"
                                       "\"$AZ_BATCHAI_MOUNT_ROOT/afs\"}"_s};
}

void TstClusteroptions::setsWhatIsGiven()
{
    QFETCH(QString, options);
    QFETCH(QStringList, overrides);
    const CommandLine line = created(options);
    QCOMPARE(line.fault, QString());
    const auto made = clusterOverrides(line);
    QVERIFY(made);
    QCOMPARE(*made, overrides);
}

void TstClusteroptions::refuses_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("target");
    QTest::newRow("custom image alone") << QString(u"--custom-image "_s + image) << "--image";
    QTest::newRow("custom image that is no id") << "-i UbuntuLTS --custom-image mine"
                                                << "--custom-image";
    QTest::newRow("image") << "-i Windows"
                           << "--image";
    QTest::newRow("subnet") << "--subnet default"
                            << "--subnet";
    QTest::newRow("setup task without output") << "--setup-task ./prepare"
                                               << "--setup-task-output";
    QTest::newRow("target") << "-t two"
                            << "--target";
    QTest::newRow("negative") << "--max -1"
                              << "--max";
    QTest::newRow("fraction") << "--min 0.5"
                              << "--min";
}

void TstClusteroptions::refuses()
{
    QFETCH(QString, options);
    QFETCH(QString, target);
    const CommandLine line = created(options);
    QCOMPARE(line.fault, QString());
    engine::Result<void> made;
    if (const auto overrides = clusterOverrides(line); !overrides)
        made = overrides.error();
    for (const QString &option : {u"--target"_s, u"--min"_s, u"--max"_s}) {
        if (const auto count = nodeCount(line, option); !count)
            made = count.error();
    }
    QVERIFY(!made);
    QCOMPARE(engine::toString(made.error().code), u"InvalidArgument"_s);
    QCOMPARE(made.error().target, target);
}

BATCHDECK_TEST(QCoreApplication, TstClusteroptions)
#include "tst_clusteroptions.moc"
