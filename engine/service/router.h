// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/protocol/method.h"
#include "engine/rpc/reply.h"

#include <QHash>

#include <functional>

namespace engine {

/// Answers a call once, with a value of its method's type. If all copies are destroyed without an answer, the call is
/// answered with Canceled.
template <typename Answer> class ReplyTo
{
public:
    ReplyTo() = default;
    explicit ReplyTo(const Reply &reply) : m_reply(reply) { }

    void operator()(const Result<Answer> &answer) const
    {
        m_reply(answer ? Result<QJsonValue>(JsonOf<Answer>::write(*answer)) : Result<QJsonValue>(answer.error()));
    }

    // For methods whose answer is Nothing.
    void operator()(const Result<void> &done) const requires std::same_as<Answer, Nothing>
    {
        m_reply(done ? Result<QJsonValue>(JsonOf<Nothing>::write({})) : Result<QJsonValue>(done.error()));
    }
    void operator()(const Error &error) const requires std::same_as<Answer, Nothing> { m_reply(error); }

    /// Progress, as a value of the answer's type.
    void progress(const Answer &value, const Progress::Taken &taken = {}) const
    {
        m_reply.progress(JsonOf<Answer>::write(value), taken);
    }
    /// The untyped reply.
    [[nodiscard]] const Reply &call() const { return m_reply; }

private:
    Reply m_reply;
};

/// Dispatches each call to the service that registered its method. Thread: the engine's.
class Router final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Router)

public:
    using Handler = std::function<void(const QJsonObject &parameters, const Reply &reply)>;

    using QObject::QObject;

    /// \a handler: a member of \a service, which must exist as long as calls come.
    template <typename Request, typename Answer, typename Service>
    void on(const Method<Request, Answer> &method, Service *service,
            void (Service::*handler)(const Request &request, const ReplyTo<Answer> &reply))
    {
        const QString name = QLatin1StringView(method.name);
        m_handlers.insert(name, [name, service, handler](const QJsonObject &parameters, const Reply &reply) {
            const Result<Request> request = requestFrom<Request>(name, parameters);
            if (!request)
                return reply(request.error());
            (service->*handler)(*request, ReplyTo<Answer>(reply));
        });
    }

    /// Registers a method that reads its parameters itself, or answers with several types.
    void on(const QString &method, const Handler &handler) { m_handlers.insert(method, handler); }

    /// InvalidArgument for an unknown method.
    void call(const QString &method, const QJsonObject &parameters, const Reply &reply) const;

    /// A context (child of \a subject) for work that answers \a reply; it is deleted with the call. When this engine is
    /// told to end, the call is answered with Unreachable, and the client repeats it with the next engine.
    [[nodiscard]] QObject *waiter(const Reply &reply, QObject *subject) const;

signals:
    void ending(); ///< this engine was told to end

private:
    QHash<QString, Handler> m_handlers;
};

} // namespace engine
