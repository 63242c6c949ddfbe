// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/output.h"
#include "engine/api/storageoptions.h"
#include "engine/rpc/blockinglink.h"

#include <optional>

namespace ctl {

/// What a verb needs: its command line, the engine, and the ways to print. Lives for one command; one thread.
class Session
{
    Q_DISABLE_COPY_MOVE(Session)

public:
    Session(const CommandLine &line, engine::BlockingLink::Start start);

    [[nodiscard]] const CommandLine &line() const { return m_line; }
    [[nodiscard]] QString profile() const { return m_profile; }
    [[nodiscard]] engine::BlockingLink &link() { return m_link; }
    [[nodiscard]] const engine::StorageAccount &storageAccount() const { return m_storageAccount; }
    [[nodiscard]] Format format() const { return m_format; }

    /// The id that -g, -w, -e and \a name stand for; names against the rules are InvalidDocument before anything is
    /// asked.
    engine::Result<engine::ResourceId> id(engine::ResourceKind kind, const QString &name);
    /// As above, for \a option's value; a missing one is InvalidArgument.
    engine::Result<engine::ResourceId> idFrom(engine::ResourceKind kind, const QString &option);

    /// A call that may be repeated when engines change; and one that may not.
    engine::Result<QJsonValue> read(const QString &method, const QJsonObject &parameters);
    engine::Result<QJsonValue> change(const QString &method, const QJsonObject &parameters,
                                      std::chrono::milliseconds deadline = std::chrono::seconds(30));

    void print(const QJsonObject &document, const QList<Column> &columns) const;
    void print(const QJsonArray &rows, const QList<Column> &columns) const;
    void print(const QString &text) const; ///< to stdout as it is
    /// Prints the document or the list that \a answer holds, and answers 0; or its error.
    [[nodiscard]] engine::Result<int> printed(const engine::Result<QJsonValue> &answer,
                                              const QList<Column> &columns) const;
    void note(const QString &sentence) const; ///< to stderr

    /// Asks on a terminal whether to \a act; elsewhere only -y is a yes. 0: go on; else the exit code.
    [[nodiscard]] int confirm(const QString &act) const;
    /// Whether somebody can be asked: a terminal on both sides.
    [[nodiscard]] bool canAsk() const;
    /// A line from the terminal; nothing at its end. What is typed is shown only when \a isHidden is false.
    [[nodiscard]] std::optional<QString> ask(const QString &prompt, bool isHidden) const;
    /// Prints why the command line makes no sense; answers 2.
    [[nodiscard]] int refuseUsage(const QString &sentence) const;

    /// What -f names, or -c of older versions of az where it names a file that there is; else standard input.
    [[nodiscard]] QString configFile() const;
    [[nodiscard]] bool hasConfigFile() const; ///< one of them does
    /// The document that \a option names (- is stdin), at most 4 MiB of UTF-8.
    engine::Result<QByteArray> document(const QString &option = QStringLiteral("--config-file"));
    /// Of all that document() read; a cluster that no file describes goes by its name.
    [[nodiscard]] DocumentNames documentNames() const;

private:
    const CommandLine &m_line;
    QString m_profile;
    engine::StorageAccount m_storageAccount; // taken before an engine may be started, which would hand it on
    Format m_format;
    engine::BlockingLink m_link;
    QString m_profileId;
    DocumentNames m_documents;
};

/// Writes all of \a bytes; false when nobody reads any more. Blocks.
[[nodiscard]] bool writeAll(int descriptor, QByteArrayView bytes);
/// The same of what is taken within \a patience, about; takes that from \a bytes.
[[nodiscard]] bool writeSome(int descriptor, QByteArray &bytes, std::chrono::milliseconds patience);

} // namespace ctl
