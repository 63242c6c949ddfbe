// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"

#include <QTemporaryDir>
#include <QTest>

#include <functional>

/// What every RemoteHost promises. A test of a host derives from this with a factory, and names a folder of the machine
/// in which the contract may write through commands.
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
    /// Its path; empty, and new.
    QString newFolder(const QString &name);

    Factory m_factory;
    QString m_folder;
    std::unique_ptr<engine::RemoteHost> m_host;
};
