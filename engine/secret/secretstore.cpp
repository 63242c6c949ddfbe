// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/secret/secretstore.h"

#include "engine/base/whenfinished.h"

#include <QJsonObject>
#include <QPromise>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto keyringLimit = 10s;

std::chrono::milliseconds monotonic()
{
    return std::chrono::milliseconds(QDeadlineTimer::current(Qt::PreciseTimer).deadline());
}

Error silent()
{
    return {ErrorCode::Timeout, QT_TRANSLATE_NOOP("engine", "The keyring did not answer within 10 s.")};
}

} // namespace

SecretStore::SecretStore(const QString &profileId, QObject *parent)
    : QObject(parent), m_profileId(profileId), m_keyring(std::make_shared<Keyring>()), m_backoff(1s, 60s, monotonic),
      m_rest(this)
{
    m_rest.setSingleShot(true);
    connect(&m_rest, &QTimer::timeout, this, &SecretStore::mayAskAgain);
}

QFuture<Keyring::Answer> SecretStore::askKeyring(Keyring::Act act, const QString &name, const Secret &value)
{
    const auto promise = std::make_shared<QPromise<Keyring::Answer>>();
    promise->start();
    auto *timer = new QTimer(this);
    const auto answer = [promise, timer](const Keyring::Answer &result) {
        if (promise->future().isFinished())
            return;
        timer->deleteLater();
        promise->addResult(result);
        promise->finish();
    };
    timer->setSingleShot(true);
    timer->setTimerType(Qt::PreciseTimer);
    connect(timer, &QTimer::timeout, this, [answer] { answer(silent()); });
    timer->start(keyringLimit);
    whenFinished(m_keyring->run(act, QString(m_profileId + u'/' + name), value, QDeadlineTimer(keyringLimit)), this,
                 answer);
    return promise->future();
}

QFuture<Result<std::optional<Secret>>> SecretStore::fetch(const QString &name)
{
    if (const auto held = m_memory.constFind(name); held != m_memory.cend())
        return QtFuture::makeReadyFuture(Result<std::optional<Secret>>(std::optional(held->value)));
    return transformed(askKeyring(Keyring::Act::Fetch, name), this,
                       [](const Keyring::Answer &answer) { return answer ? answer : Keyring::Answer(std::nullopt); });
}

QFuture<Result<std::optional<Secret>>> SecretStore::lookUp(const QString &name, Asks asks)
{
    if (const auto held = m_memory.constFind(name); held != m_memory.cend())
        return QtFuture::makeReadyFuture(Result<std::optional<Secret>>(std::optional(held->value)));
    if (asks == Asks::InTurn && m_trouble && m_rest.isActive())
        return QtFuture::makeReadyFuture(Keyring::Answer(*m_trouble));
    const auto promise = std::make_shared<QPromise<Keyring::Answer>>();
    promise->start();
    Waiting &waiting = m_waiting[name];
    waiting.append(promise);
    if (waiting.size() > 1)
        return promise->future();
    m_names.push_back(name);
    askNext();
    return promise->future();
}

void SecretStore::askNext()
{
    if (m_isAsking || m_names.empty())
        return;
    m_isAsking = true;
    const auto finish = [this](const Keyring::Answer &answer) { answered(answer); };
    whenFinished(askKeyring(Keyring::Act::Fetch, m_names.front()), this, [this, finish](const Keyring::Answer &answer) {
        if (!answer || *answer)
            return finish(answer);
        // A locked keyring reports every entry as missing. A write, with which a removal starts, reports the lock.
        whenFinished(askKeyring(Keyring::Act::Remove, u"probe"_s), this, finish);
    });
}

void SecretStore::answered(const Keyring::Answer &answer)
{
    const bool hasNone = !answer && answer.error().code == ErrorCode::Unreachable;
    QHash<QString, Waiting> told;
    m_isAsking = false;
    if (answer || hasNone) {
        const QString name = m_names.front();
        m_names.pop_front();
        told.insert(name, m_waiting.take(name));
        keyringIsOpen();
    } else {
        m_names.clear();
        told.swap(m_waiting);
        m_trouble = answer.error();
        m_backoff.fail();
        m_rest.start(m_backoff.remaining());
    }
    askNext();
    for (auto it = told.cbegin(); it != told.cend(); ++it) {
        for (const auto &promise : *it) {
            const auto held = m_memory.constFind(it.key()); // another keep() may have replaced it in the meantime
            if (held != m_memory.cend())
                promise->addResult(Keyring::Answer(std::optional(held->value)));
            else if (hasNone)
                promise->addResult(Keyring::Answer(std::nullopt));
            else
                promise->addResult(answer);
            promise->finish();
        }
    }
}

void SecretStore::keyringIsOpen()
{
    if (!std::exchange(m_trouble, std::nullopt))
        return;
    m_backoff.succeed();
    m_rest.stop();
    emit mayAskAgain();
}

QFuture<Result<SecretStore::Kept>> SecretStore::keep(const QString &name, const Secret &value, Place place)
{
    hold(name, value);
    emit kept(name);
    if (place == Place::Memory)
        return QtFuture::makeReadyFuture(Result<Kept>(Kept{}));
    const auto promise = std::make_shared<QPromise<Result<Kept>>>();
    promise->start();
    whenFinished(
        askKeyring(Keyring::Act::Keep, name, value), this,
        [this, promise, name, keep = m_keeps](const Keyring::Answer &answer) {
            const auto held = m_memory.find(name);
            if (answer && held != m_memory.end() && held->keep == keep)
                held->isInKeyring = true;
            if (answer) {
                emit keyringChanged(name, true);
                keyringIsOpen();
            }
            promise->addResult(answer ? Kept{Place::Keyring, {}} : Kept{Place::Memory, answer.error().message});
            promise->finish();
        });
    return promise->future();
}

QFuture<Result<void>> SecretStore::remove(const QString &name)
{
    forget(name);
    const auto promise = std::make_shared<QPromise<Result<void>>>();
    promise->start();
    whenFinished(askKeyring(Keyring::Act::Remove, name), this, [this, promise, name](const Keyring::Answer &answer) {
        if (answer)
            emit keyringChanged(name, false);
        const bool hasBus = answer || answer.error().target != u"bus";
        promise->addResult(answer || !hasBus ? Result<void>() : Result<void>(answer.error()));
        promise->finish();
    });
    return promise->future();
}

void SecretStore::hold(const QString &name, const Secret &value)
{
    forget(name);
    m_memory.insert(name, {value, ++m_keeps, false});
}

QJsonObject SecretStore::memory() const
{
    QJsonObject json;
    for (auto it = m_memory.cbegin(); it != m_memory.cend(); ++it) {
        if (!it->isInKeyring)
            json[it.key()] = it->value.text();
    }
    return json;
}

void SecretStore::restoreMemory(const QJsonObject &memory)
{
    for (auto it = memory.begin(); it != memory.end(); ++it)
        hold(it.key(), it->toString());
}

} // namespace engine
