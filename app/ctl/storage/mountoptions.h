// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"

#include "engine/api/storage/storageoptions.h"

namespace ctl {

/// AZURE_BATCHAI_STORAGE_ACCOUNT and …_KEY. What it takes is no longer there for programs that are started.
[[nodiscard]] engine::StorageAccount takeStorageAccount();

/// az's options that fill placeholders and mount a share, a container or a file server: --storage-account-name…
[[nodiscard]] QList<Option> mountOptions();

/// \a overrides, and further ones that fill the placeholders of the document \a text and add the mounts that are asked
/// for; what the options leave out the environment says. --nfs is looked up: NotFound when this profile should have it
/// and has not. Notes what is safer than a key on the command line.
[[nodiscard]] engine::Result<QStringList> withMounts(Session &session, engine::ResourceKind kind,
                                                     const QByteArray &text, const QStringList &overrides);

} // namespace ctl
