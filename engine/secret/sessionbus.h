// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <functional>
#include <memory>

class QObject;

namespace engine {

/// Glib's connection to the session bus, kept open while this is held. Null without glib.
using SessionBus = std::shared_ptr<void>;

/// Calls \a receive later, in this thread (the application's), with the connection that libsecret will use, or with
/// false when there is none. By default glib ends the process with SIGTERM when the session bus ends; an engine must
/// outlive the user's session, so \a bus is held while libsecret works.
void withSessionBus(std::function<void(bool hasBus, const SessionBus &bus)> receive);

/// Calls \a ended later, in this thread (the application's), when the keyring that answers on \a bus ends or another
/// one takes its place; not when the first one starts. Until the last copy of the result goes, which holds \a bus, or
/// \a context. Null, and without a call, for a null \a bus.
[[nodiscard]] std::shared_ptr<void> watchKeyring(const SessionBus &bus, QObject *context, std::function<void()> ended);

/// Makes libsecret look for the keyring again at its next use.
void forgetSecretService();

} // namespace engine
