// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/secret/sessionbus.h"

#include <QCoreApplication>
#include <QFile>
#include <QLibrary>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

using Receive = std::function<void(bool, const SessionBus &)>;

// Five functions of glib, resolved at run time, as libsecret is.
struct Gio
{
    void (*get)(int type, void *cancellable, void (*ready)(void *, void *, void *), void *data) = nullptr;
    void *(*getFinish)(void *result, void **error) = nullptr;
    void (*setExitOnClose)(void *connection, int exits) = nullptr;
    void (*unref)(void *object) = nullptr;
    void (*freeError)(void *error) = nullptr;

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
    }

    [[nodiscard]] bool isHere() const { return get && getFinish && setExitOnClose && unref && freeError; }
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

void forgetSecretService()
{
    QLibrary library(u"secret-1"_s, 0);
    if (const auto disconnect = library.resolve("secret_service_disconnect"))
        disconnect();
}

} // namespace engine
