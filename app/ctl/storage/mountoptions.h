// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"

#include "engine/api/storage/storageoptions.h"

namespace ctl {

/// Reads AZURE_BATCHAI_STORAGE_ACCOUNT and …_KEY, and removes both from the environment, which child processes inherit.
[[nodiscard]] engine::StorageAccount takeStorageAccount();

/// az's options that fill placeholders and mount a share, container or file server: --storage-account-name…
[[nodiscard]] QList<Option> mountOptions();

/// \a overrides, extended by those that fill the placeholders of the document \a text and add the requested mounts;
/// missing options fall back to the environment. --nfs is looked up: NotFound when it should be in this profile and is
/// not. Prints a note about safer ways than a key on the command line.
[[nodiscard]] engine::Result<QStringList> withMounts(Session &session, engine::ResourceKind kind,
                                                     const QByteArray &text, const QStringList &overrides);

} // namespace ctl
