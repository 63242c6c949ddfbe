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

    /// Of what the verb is about: by its word, by --name, or by the option of its kind (--job, --cluster).
    engine::Result<engine::ResourceId> subject(engine::ResourceKind kind);

    static constexpr auto ever = std::chrono::milliseconds::max(); ///< for what may take any time

    /// A call that may be repeated when engines change.
    template <typename Request, typename Answer>
    engine::Result<Answer> read(const engine::Method<Request, Answer> &method,
                                const std::type_identity_t<Request> &request = {})
    {
        return typed(method, m_link.callAgain(nameOf(method), written(request)));
    }
    /// A call that may not; \a hear gets its progress, or the pieces that its answer comes in.
    template <typename Request, typename Answer>
    engine::Result<Answer> change(const engine::Method<Request, Answer> &method,
                                  const std::type_identity_t<Request> &request = {},
                                  std::chrono::milliseconds deadline = usualDeadline,
                                  const std::type_identity_t<std::function<void(const Answer &)>> &hear = {})
    {
        return typed(method, m_link.call(nameOf(method), written(request), deadline, heard<Answer>(hear)));
    }
    /// A call that waits for something, however long that takes; \a hear gets its progress.
    template <typename Request, typename Answer>
    engine::Result<Answer> await(const engine::Method<Request, Answer> &method,
                                 const std::type_identity_t<Request> &request,
                                 const std::type_identity_t<std::function<void(const Answer &)>> &hear = {})
    {
        return typed(method, m_link.await(nameOf(method), written(request), heard<Answer>(hear)));
    }

    void print(const QJsonValue &answer, const QList<Column> &columns) const; ///< a document, or a list of them
    void print(const QString &text) const; ///< to stdout as it is
    void printAll(const QJsonArray &rows, const QList<Column> &columns) const; ///< one as it is, several as a list
    /// With -o json, prints \a answer as it is; else false.
    [[nodiscard]] bool printsJson(const QJsonValue &answer) const;
    /// Prints the document or the list that \a answer holds, and answers 0; or its error.
    template <typename Json>
    [[nodiscard]] engine::Result<int> printed(const engine::Result<Json> &answer, const QList<Column> &columns) const
    {
        if (!answer)
            return answer.error();
        print(*answer, columns);
        return 0;
    }
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
    engine::StorageAccount m_storageAccount; // taken before an engine may be started, which would hand it on
    Format m_format;
    engine::BlockingLink m_link;
    QString m_profileId;
    DocumentNames m_documents;
};

// A method with its answer as it comes, to be printed: a later engine may say more in it.
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

/// A verb that is about one resource: \a act with its id.
template <engine::ResourceKind kind, engine::Result<int> (*act)(Session &session, const engine::ResourceId &id)>
engine::Result<int> about(Session &session)
{
    const auto id = session.subject(kind);
    return id ? act(session, *id) : id.error();
}

/// What a verb answers that has nothing to say: 0, or the error.
[[nodiscard]] inline engine::Result<int> outcome(const std::optional<engine::Error> &error)
{
    return error ? engine::Result<int>(*error) : 0;
}
template <typename Value> [[nodiscard]] engine::Result<int> outcome(const engine::Result<Value> &done)
{
    return done ? engine::Result<int>(0) : done.error();
}

/// Writes all of \a bytes; false when nobody reads any more. Blocks.
[[nodiscard]] bool writeAll(int descriptor, QByteArrayView bytes);

} // namespace ctl
