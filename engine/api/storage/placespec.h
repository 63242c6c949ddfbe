// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

namespace engine {

/// A place and a path in it as people type them, in scp's grammar. Value; any thread.
///   HOST:        the home on HOST          HOST:DIR, HOST:~/DIR   in that home        HOST:/DIR   from the root
///   DIR, /DIR    this computer             ./A:B                  this computer, with a colon in a name
/// A colon before any slash ends HOST; an IPv6 address stands in brackets, as in anna@[fe80::1]:DIR. scp://HOST/DIR and
/// sftp://HOST/DIR are HOST:DIR. blob://ACCOUNT/CONTAINER/NAME is in a storage account (blobPlace()).
struct PlaceSpec
{
    QString place; ///< HOST, an IPv6 address without its brackets; empty: this computer
    QString path; ///< as typed: absolute or not, empty

    /// InvalidArgument for an empty text, and for one that begins with a colon: "$HOST:x" without a HOST.
    [[nodiscard]] static Result<PlaceSpec> parse(const QString &text);
    [[nodiscard]] bool isHere() const { return place.isEmpty(); }
    [[nodiscard]] bool isAbsolute() const { return path.startsWith(u'/'); }
    /// The absolute path; relative paths start at \a home. InvalidArgument for "~name".
    [[nodiscard]] Result<QString> pathFrom(const QString &home) const;
};

} // namespace engine
