// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/secret.h"
#include "engine/api/message.h"
#include "engine/api/words.h"

#include <QList>

namespace engine {

/// What a machine asks during a login. Nothing blocks on the answer: the attempt fails with an Error that carries the
/// question, and the caller repeats the attempt with the answer. Value; any thread.
struct Question
{
    enum class Kind {
        HostKey, ///< answer: the fingerprint, to accept that very key
        Passphrase, ///< of the key file \a subject
        Password,
        Prompts, ///< keyboard-interactive: one answer a prompt
    };
    struct Prompt
    {
        QString text; ///< the server's words, made safe for a label
        bool isHidden = true; ///< the answer is masked while it is typed

        bool operator==(const Prompt &) const = default;
    };
    Kind kind = Kind::Password;
    QString host; ///< "user@name:port" of the machine that asks; a jump host asks in its own name
    QString subject; ///< HostKey: "SHA256:…"; Passphrase: path of the key; Prompts: the server's heading
    QString keyType; ///< HostKey: "ssh-ed25519"…
    QList<Prompt> prompts; ///< Prompts only
    bool isRepeated = false; ///< the previous answer was wrong

    /// Whether an answer to \a other answers this question: all members but isRepeated are equal.
    [[nodiscard]] bool matches(const Question &other) const;
    /// Name of the answer in the secret store ("password:…", "passphrase:…"); empty when the answer must not be kept.
    [[nodiscard]] QString secretName() const;
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static Question fromJson(const QJsonObject &json);
};
template <> inline constexpr std::array wireWords<Question::Kind>{"hostKey", "passphrase", "password", "prompts"};

struct Answer
{
    Question question;
    QList<Secret> values; ///< one value; for Prompts one for each prompt
    bool remember = false; ///< store in the keyring, for the next start of the program

    /// Contains the secret as plain QString, which nobody overwrites: only for a call from client to engine, never for
    /// the disk.
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static Answer fromJson(const QJsonObject &json);
};

} // namespace engine
