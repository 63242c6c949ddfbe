// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/secret/sessionbus.h"

#include <QCoreApplication>
#include <QFile>
#include <QLibrary>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

using Receive = std::function<void(bool, const SessionBus &)>;

// Seven functions of glib, resolved at run time, as libsecret is.
struct Gio
{
    void (*get)(int type, void *cancellable, void (*ready)(void *, void *, void *), void *data) = nullptr;
    void *(*getFinish)(void *result, void **error) = nullptr;
    void (*setExitOnClose)(void *connection, int exits) = nullptr;
    void (*unref)(void *object) = nullptr;
    void (*freeError)(void *error) = nullptr;
    unsigned (*watchName)(void *connection, const char *name, int flags,
                          void (*appeared)(void *, const char *, const char *, void *),
                          void (*vanished)(void *, const char *, void *), void *data,
                          void (*freeData)(void *)) = nullptr;
    void (*unwatchName)(unsigned id) = nullptr;

    Gio()
    {
        QLibrary library(u"gio-2.0"_s, 0);
        const auto resolve = [&library](auto &function, const char *name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(library.resolve(name));
        };
        resolve(get, "g_bus_get");
        resolve(getFinish, "g_bus_get_finish");
        resolve(setExitOnClose, "g_dbus_connection_set_exit_on_close");
        resolve(unref, "g_object_unref");
        resolve(freeError, "g_error_free");
        resolve(watchName, "g_bus_watch_name_on_connection");
        resolve(unwatchName, "g_bus_unwatch_name");
    }

    [[nodiscard]] bool isHere() const
    {
        return get && getFinish && setExitOnClose && unref && freeError && watchName && unwatchName;
    }
};

const Gio &gio()
{
    static const Gio functions;
    return functions;
}

void received(void *, void *result, void *data)
{
    const std::unique_ptr<Receive> receive(static_cast<Receive *>(data));
    void *error = nullptr;
    void *connection = gio().getFinish(result, &error);
    if (!connection) {
        gio().freeError(error);
        (*receive)(false, {});
        return;
    }
    gio().setExitOnClose(connection, 0);
    (*receive)(true, SessionBus(connection, gio().unref));
}

struct Watch
{
    QPointer<QObject> context;
    std::function<void()> ended;
    bool isOwned = false; // the name of the keyring, by a program
};

void appeared(void *, const char *, const char *, void *data)
{
    static_cast<Watch *>(data)->isOwned = true;
}

// Glib calls this also for a name that nobody owned from the start.
void vanished(void *, const char *, void *data)
{
    auto *watch = static_cast<Watch *>(data);
    if (std::exchange(watch->isOwned, false) && watch->context)
        QMetaObject::invokeMethod(watch->context, watch->ended, Qt::QueuedConnection);
}

// Without an address glib would start a bus through an X server.
bool hasAddress()
{
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")
        || (!folder.isEmpty() && QFile::exists(QString(folder + u"/bus"_s)));
}

} // namespace

void withSessionBus(Receive receive)
{
    constexpr int sessionBus = 2; // G_BUS_TYPE_SESSION
    if (hasAddress() && gio().isHere()) {
        gio().get(sessionBus, nullptr, received, new Receive(std::move(receive)));
        return;
    }
    QMetaObject::invokeMethod(
        QCoreApplication::instance(), [receive = std::move(receive)] { receive(hasAddress(), {}); },
        Qt::QueuedConnection);
}

std::shared_ptr<void> watchKeyring(const SessionBus &bus, QObject *context, std::function<void()> ended)
{
    if (!bus)
        return {};
    const unsigned id =
        gio().watchName(bus.get(), "org.freedesktop.secrets", 0, appeared, vanished,
                        new Watch{context, std::move(ended)}, [](void *data) { delete static_cast<Watch *>(data); });
    return {bus.get(), [bus, id](void *) { gio().unwatchName(id); }};
}

void forgetSecretService()
{
    QLibrary library(u"secret-1"_s, 0);
    if (const auto disconnect = library.resolve("secret_service_disconnect"))
        disconnect();
}

} // namespace engine
