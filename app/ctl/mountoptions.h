// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/options.h"

#include <QJsonObject>

namespace ctl {

/// What fills the placeholders of a document, from the environment: AZURE_BATCHAI_STORAGE_ACCOUNT and …_KEY. What it
/// takes is no longer there for programs that are started.
struct StorageAccount
{
    QString name;
    QString key;

    [[nodiscard]] static StorageAccount takeFromEnvironment();
};

/// az's options that fill placeholders and mount a share, a container or a file server: --storage-account-name…
[[nodiscard]] QList<Option> mountOptions();

/// These options, and the environment where they say nothing, as the parameter "storage" of docs/protocol.md; empty
/// without any. --nfs is looked up: NotFound when this profile should have it and has not. Notes what is safer than a
/// key on the command line.
[[nodiscard]] engine::Result<QJsonObject> storageParameters(Session &session);

} // namespace ctl
