// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "app/ctl/output.h"
#include "engine/api/storage/storageoptions.h"
#include "engine/protocol/method.h"
#include "engine/rpc/blockinglink.h"

#include <functional>
#include <optional>

namespace ctl {

/// Context of a verb: its command line, the engine, and output. Lives for one command; one thread.
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

    /// The id of -g, -w, -e and \a name; an invalid name is InvalidDocument, before any call.
    engine::Result<engine::ResourceId> id(engine::ResourceKind kind, const QString &name);
    /// As above, with \a option's value as name; InvalidArgument when it is missing.
    engine::Result<engine::ResourceId> idFrom(engine::ResourceKind kind, const QString &option);

    /// The id of the verb's resource: by its operand, by --name, or by the option of its kind (--job, --cluster).
    engine::Result<engine::ResourceId> subject(engine::ResourceKind kind);

    static constexpr auto noDeadline = std::chrono::milliseconds::max();

    /// A call that may be repeated when the engine changes.
    template <typename Request, typename Answer>
    engine::Result<Answer> read(const engine::Method<Request, Answer> &method,
                                const std::type_identity_t<Request> &request = {})
    {
        return typed(method, m_link.callAgain(nameOf(method), written(request)));
    }
    /// A call that may not be repeated; \a hear receives its progress, or the pieces of its answer.
    template <typename Request, typename Answer>
    engine::Result<Answer> change(const engine::Method<Request, Answer> &method,
                                  const std::type_identity_t<Request> &request = {},
                                  std::chrono::milliseconds deadline = usualDeadline,
                                  const std::type_identity_t<std::function<void(const Answer &)>> &hear = {})
    {
        return typed(method, m_link.call(nameOf(method), written(request), deadline, heard<Answer>(hear)));
    }
    /// A call without a deadline that waits for an event; \a hear receives its progress.
    template <typename Request, typename Answer>
    engine::Result<Answer> await(const engine::Method<Request, Answer> &method,
                                 const std::type_identity_t<Request> &request,
                                 const std::type_identity_t<std::function<void(const Answer &)>> &hear = {})
    {
        return typed(method, m_link.await(nameOf(method), written(request), heard<Answer>(hear)));
    }

    void print(const QJsonValue &answer, const QList<Column> &columns) const; ///< a document, or a list of documents
    void print(const QString &text) const; ///< to stdout, unchanged
    /// Prints one row as a document, several as a list.
    void printAll(const QJsonArray &rows, const QList<Column> &columns) const;
    /// Prints \a answer unchanged with -o json; else returns false.
    [[nodiscard]] bool printsJson(const QJsonValue &answer) const;
    /// Prints the document or list in \a answer and returns 0; or returns its error.
    template <typename Json>
    [[nodiscard]] engine::Result<int> printed(const engine::Result<Json> &answer, const QList<Column> &columns) const
    {
        if (!answer)
            return answer.error();
        print(*answer, columns);
        return 0;
    }
    void note(const QString &sentence) const; ///< to stderr

    /// Asks for confirmation of \a act on a terminal; otherwise only -y confirms. 0: confirmed; else the exit code.
    [[nodiscard]] int confirm(const QString &act) const;
    /// Whether questions are possible: stdin and stderr are terminals.
    [[nodiscard]] bool canAsk() const;
    /// Reads a line from the terminal; nothing at the end of input. The input is not echoed if \a isHidden.
    [[nodiscard]] std::optional<QString> ask(const QString &prompt, bool isHidden) const;
    /// Prints a usage error and returns 2.
    [[nodiscard]] int refuseUsage(const QString &sentence) const;

    /// File of -f, or of -c of older versions of az if it names an existing file; else standard input.
    [[nodiscard]] QString configFile() const;
    [[nodiscard]] bool hasConfigFile() const; ///< whether -f or -c names a file
    /// Content of the document that \a option names (- is stdin), at most 4 MiB of UTF-8.
    engine::Result<QByteArray> document(const QString &option = QStringLiteral("--config-file"));
    /// Names of all documents read by document().
    [[nodiscard]] DocumentNames documentNames() const;

private:
    static constexpr std::chrono::seconds usualDeadline{30};

    static QString nameOf(const auto &method) { return QString::fromLatin1(method.name); }
    template <typename Request> static QJsonObject written(const Request &request)
    {
        return engine::JsonOf<Request>::write(request).toObject();
    }
    template <typename Request, typename Answer>
    static engine::Result<Answer> typed(const engine::Method<Request, Answer> &method,
                                        const engine::Result<QJsonValue> &answer)
    {
        if (!answer)
            return answer.error();
        Answer value;
        if (!engine::readJson(*answer, value))
            return engine::unreadable(method.name);
        return value;
    }
    template <typename Answer> static engine::Progress heard(const std::function<void(const Answer &)> &hear)
    {
        return [hear](const QJsonValue &told) {
            Answer progress;
            if (hear && engine::readJson(told, progress))
                hear(progress);
        };
    }

    const CommandLine &m_line;
    QString m_profile;
    // Removed from the environment before an engine is started, which would pass it on.
    engine::StorageAccount m_storageAccount;
    Format m_format;
    engine::BlockingLink m_link;
    QString m_profileId;
    DocumentNames m_documents;
};

// A method whose answer is printed as it comes, with members of later engines.
template <typename Request, typename Answer>
[[nodiscard]] constexpr engine::Method<Request, QJsonObject> inJson(const engine::Method<Request, Answer> &method)
{
    return {method.name};
}
template <typename Request, typename Row>
[[nodiscard]] constexpr engine::Method<Request, QJsonArray> inJson(const engine::Method<Request, QList<Row>> &method)
{
    return {method.name};
}

/// A verb about one resource: calls \a act with its id.
template <engine::ResourceKind kind, engine::Result<int> (*act)(Session &session, const engine::ResourceId &id)>
engine::Result<int> about(Session &session)
{
    const auto id = session.subject(kind);
    return id ? act(session, *id) : id.error();
}

/// Exit code of a verb without output: 0, or the error.
[[nodiscard]] inline engine::Result<int> outcome(const std::optional<engine::Error> &error)
{
    return error ? engine::Result<int>(*error) : 0;
}
template <typename Value> [[nodiscard]] engine::Result<int> outcome(const engine::Result<Value> &done)
{
    return done ? engine::Result<int>(0) : done.error();
}

/// Writes all of \a bytes; false when the reader has gone. Blocks.
[[nodiscard]] bool writeAll(int descriptor, QByteArrayView bytes);

} // namespace ctl
