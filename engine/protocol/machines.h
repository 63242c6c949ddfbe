// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/doctorfinding.h"
#include "engine/api/resource/states.h"
#include "engine/protocol/method.h"

namespace engine {

/// How a machine is reached by SSH.
struct SshSettings
{
    QString destination; ///< [user@]host[:port], or a Host of the configuration
    QString identity; ///< path of a private key
    QString config; ///< path; empty for the user's ~/.ssh/config
    QStringList jumps; ///< names of machines, or destinations; outermost first

    static void describe(auto &self, auto &fields)
    {
        fields("destination", self.destination)("identity", self.identity)("config", self.config)("jumps", self.jumps);
    }
};

/// Contains secrets as plain text.
template <> struct JsonOf<Answer>
{
    static QJsonValue write(const Answer &answer) { return answer.toJson(); }
    static bool read(const QJsonValue &json, Answer &answer, qsizetype longest)
    {
        QStringList values;
        answer = Answer::fromJson(json.toObject());
        return json[QLatin1StringView("question")].isObject()
            && JsonOf<QStringList>::read(json[QLatin1StringView("values")], values, longest);
    }
    static QString name() { return QStringLiteral("{\"question\": object, \"values\": [text], \"remember\": bool}"); }
};

/// SSH_AUTH_SOCK of the client; part of every request about machines.
struct OfAgent
{
    QString agentSocket;

    static void describe(auto &self, auto &fields) { fields("agentSocket", self.agentSocket); }
};

struct AddMachine
{
    QString name;
    bool local = false;
    std::optional<SshSettings> ssh;
    QString home; ///< $BATCHDECK_HOME there
    QString address; ///< host name or address under which other machines reach this one
    bool test = true; ///< store the machine only after a successful connection
    QString acceptHostKey; ///< SHA256:…
    QList<Answer> answers;
    OfAgent agent;

    static void describe(auto &self, auto &fields)
    {
        fields("name", self.name);
        fields("local", self.local);
        fields("ssh", self.ssh);
        fields("home", self.home);
        fields("address", self.address);
        fields("test", self.test);
        fields("acceptHostKey", self.acceptHostKey);
        fields("answers", self.answers);
        OfAgent::describe(self.agent, fields);
    }
};

struct OfMachine
{
    QString id;
    OfAgent agent;

    static void describe(auto &self, auto &fields)
    {
        fields("id", self.id);
        OfAgent::describe(self.agent, fields);
    }
};

struct ConnectMachine
{
    QString id;
    QList<Answer> answers;
    OfAgent agent;

    static void describe(auto &self, auto &fields)
    {
        fields("id", self.id)("answers", self.answers);
        OfAgent::describe(self.agent, fields);
    }
};

/// Progress of an attempt to add or connect a machine.
struct AttemptStep
{
    ConnectStep step = ConnectStep::Resolve;

    static void describe(auto &self, auto &fields) { fields("step", self.step); }
};

struct ListHosts
{
    QString config; ///< path; empty for the user's ~/.ssh/config
    OfAgent agent;

    static void describe(auto &self, auto &fields)
    {
        fields("config", self.config);
        OfAgent::describe(self.agent, fields);
    }
};

/// A Host of an SSH configuration.
struct ListedHost
{
    QString name;
    QString file;
    int line = 0;
    std::optional<QString> machine; ///< id of the machine that was made from it

    static void describe(auto &self, auto &fields)
    {
        fields("name", self.name)("file", self.file)("line", self.line)("machine", self.machine);
    }
};

struct ImportMachines
{
    QStringList hosts;
    QString config;
    OfAgent agent;

    static void describe(auto &self, auto &fields)
    {
        fields("hosts", self.hosts)("config", self.config);
        OfAgent::describe(self.agent, fields);
    }
};

struct CleanMachine
{
    QString id;
    bool dryRun = false;
    OfAgent agent;

    static void describe(auto &self, auto &fields)
    {
        fields("id", self.id)("dryRun", self.dryRun);
        OfAgent::describe(self.agent, fields);
    }
};

struct CleanedMachine
{
    QStringList removed; ///< paths that were removed, or would be removed
    QStringList kept; ///< outputs of jobs that remain

    static void describe(auto &self, auto &fields) { fields("removed", self.removed)("kept", self.kept); }
};

struct ForgottenKey
{
    struct Place
    {
        QString file;
        int line = 0;
        QString fingerprint;

        static void describe(auto &self, auto &fields)
        {
            fields("file", self.file)("line", self.line)("fingerprint", self.fingerprint);
        }
    };
    int removed = 0; ///< number of lines removed from the profile's known_hosts
    QList<Place> elsewhere; ///< lines in files of the user, who has to remove them

    static void describe(auto &self, auto &fields) { fields("removed", self.removed)("elsewhere", self.elsewhere); }
};

struct TerminalCommand
{
    QStringList command;

    static void describe(auto &self, auto &fields) { fields("command", self.command); }
};

namespace method {

/// Answers the machine's document when it is ready. Each AttemptStep before that is progress.
inline constexpr Method<AddMachine, QJsonObject> addMachine{"machine.add"};
/// As for addMachine.
inline constexpr Method<ConnectMachine, QJsonObject> connectMachine{"machine.connect"};
inline constexpr Method<ListHosts, QList<ListedHost>> listHosts{"machine.hosts"};
inline constexpr Method<ImportMachines, QJsonArray> importMachines{"machine.import"};
inline constexpr Method<OfMachine, QList<DoctorFinding>> diagnoseMachine{"machine.doctor"};
inline constexpr Method<CleanMachine, CleanedMachine> cleanMachine{"machine.clean"};
inline constexpr Method<OfMachine, ForgottenKey> forgetHostKey{"machine.forgetKey"};
inline constexpr Method<OfMachine, TerminalCommand> terminalCommand{"machine.terminal"};

} // namespace method

} // namespace engine
