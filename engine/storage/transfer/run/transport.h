// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/tree/treebatch.h"

#include <functional>

namespace engine {

/// Sends the files that are wanted of a source to the staging folder, once. One thread.
class Transport
{
    Q_DISABLE_COPY_MOVE(Transport)

public:
    Transport() = default;
    virtual ~Transport() = default;

    using Take = std::function<Result<void>(TreeEntry &entry, const QByteArray &targetPath)>;
    using EachWanted = std::function<Result<void>(const Take &take)>; ///< may be called once
    [[nodiscard]] virtual Result<void> bring(const EachWanted &wanted) = 0;
};

} // namespace engine
