// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"

namespace engine {

/// The last answer to \a question, if there is one: a passphrase is one of its file, whichever host asks. Pure.
[[nodiscard]] const Answer *findAnswer(const QList<Answer> &answers, const Question &question);

/// Decides by the known_hosts files whether the key that the connected \a session was shown is the hop's, and stores a
/// key that the user accepted. Its fingerprint; HostKeyUnknown with the question, HostKeyChanged (also for a revoked
/// one), IoError when it cannot be stored. The session's thread; blocks for small files.
[[nodiscard]] Result<QString> checkHostKey(const SshSession &session, const SshHop &hop, const SshAttempt &attempt);

/// Algorithms for SSH_OPTIONS_HOSTKEYS: what the configuration allows, those of keys that are known first, none that
/// signs with SHA-1. Any thread; blocks for small files.
[[nodiscard]] QByteArray hostKeyAlgorithms(const SshHop &hop, const SshAttempt &attempt);

} // namespace engine
