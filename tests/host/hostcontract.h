// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"

#include <QTemporaryDir>
#include <QTest>

#include <functional>

/// Tests of the contract of RemoteHost. A host's test derives from this, with a factory and a folder of the machine in
/// which the tests may write through commands.
class HostContract : public QObject
{
    Q_OBJECT

public:
    using Factory = std::function<std::unique_ptr<engine::RemoteHost>()>;
    HostContract(Factory factory, QString folder) : m_factory(std::move(factory)), m_folder(std::move(folder)) { }

private slots:
    void init();
    void cleanup();
    void answersWhatTheCommandSaid();
    void tellsHowItEnded_data();
    void tellsHowItEnded();
    void givesWhatALoginGives();
    void closesInput();
    void takesMuchInputAndOutput();
    void takesALongScript();
    void cutsEndlessOutput();
    void endsAtTheDeadline();
    void endsWhenCanceled();
    void servesThreadsWithoutEventLoop();
    void runsManyAtOnce();
    void endsWhatRunsWhenItGoes();
    void streams();
    void stopsAStream();
    void endsAStreamByDestruction();
    void leavesWithTheMachineWhatNobodyTakes();
    void listsAFolder();
    void readsAPart_data();
    void readsAPart();
    void refusesWhatIsNoFile_data();
    void refusesWhatIsNoFile();
    void takesAnyName_data();
    void takesAnyName();
    void listsPageByPage();
    void tellsOfAnEntry();
    void writesAPart();
    void writesMuch();
    void writesNoPipe();
    void makesFolders();
    void renamesWithoutReplacing();
    void removes();
    void setsAMode();
    void tellsTheSpace();
    void endsListingsInAnyOrder();
    void servesManyThreadsFiles();

private:
    engine::Result<engine::CommandResult> run(const QByteArray &script, const QByteArray &input = {});
    bool isAlive(const QByteArray &mark);
    QStringList names(const QString &folder, int most);
    /// Creates an empty folder; returns its path.
    QString newFolder(const QString &name);

    Factory m_factory;
    QString m_folder;
    std::unique_ptr<engine::RemoteHost> m_host;
};
