// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/secret.h"
#include "engine/api/message.h"
#include "engine/api/words.h"

#include <QList>

namespace engine {

/// What a machine wants to know before it lets us in. Nothing waits for the answer: the attempt has failed with an
/// Error that carries the question, and is made again with the answer. Value; any thread.
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
        QString text; ///< the server's words, made harmless for a label
        bool isHidden = true; ///< the answer is not shown while it is typed

        bool operator==(const Prompt &) const = default;
    };
    Kind kind = Kind::Password;
    QString host; ///< who asks: "user@name:port"; differs from the machine for a jump host
    QString subject; ///< HostKey: "SHA256:…"; Passphrase: path of the key; Prompts: the server's heading
    QString keyType; ///< HostKey: "ssh-ed25519"…
    QList<Prompt> prompts; ///< Prompts only
    bool isRepeated = false; ///< what was answered before was wrong

    /// Whether an answer to \a other answers this one: all but isRepeated are equal.
    [[nodiscard]] bool matches(const Question &other) const;
    /// Under which name its answer is kept ("password:…", "passphrase:…"); empty for what must not be kept.
    [[nodiscard]] QString secretName() const;
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static Question fromJson(const QJsonObject &json);
};
template <> inline constexpr std::array wireWords<Question::Kind>{"hostKey", "passphrase", "password", "prompts"};

struct Answer
{
    Question question;
    QList<Secret> values; ///< one; for Prompts one each
    bool remember = false; ///< in the keyring, for the next start of the program

    /// Holds the secret itself, in texts that nobody overwrites: for the way between a client and the engine, never for
    /// the disk.
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static Answer fromJson(const QJsonObject &json);
};

} // namespace engine
