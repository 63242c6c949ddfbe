// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QProcess>
#include <QTemporaryDir>

namespace testing {

/// The real podman with images and containers in a folder of its own, one image made of busybox, and a registry with a
/// password on 127.0.0.1. Configuration files, named in environment(), have the options that a machine without systemd
/// needs (runc, cgroupfs, vfs, limits). No other registry can be reached. Needs the parts "podman", "runc", "busybox",
/// "registry" and the rights of root. Blocks.
class ContainerStore
{
    Q_DISABLE_COPY_MOVE(ContainerStore)

public:
    ContainerStore();
    ~ContainerStore(); ///< removes containers, images and the folder

    [[nodiscard]] bool start(); ///< makes the image; errors go to the test's output
    [[nodiscard]] bool startRegistry(); ///< starts the registry with the image

    /// Variables ("NAME=VALUE") with which podman uses this store.
    [[nodiscard]] QStringList environment() const;
    /// A line of sshd_config that sets environment() in sessions.
    [[nodiscard]] QByteArray sshdLine() const;

    [[nodiscard]] static QString image() { return QStringLiteral("localhost/batchdeck-test:1"); }
    /// A script for sh that makes the image's root file system in the folder "$1" and writes it as a tar: busybox with
    /// its libraries, and /etc/marker to recognise the container from inside.
    [[nodiscard]] static const char *imageScript();
    [[nodiscard]] QString registry() const; ///< "127.0.0.1:PORT"
    [[nodiscard]] QString imageInRegistry() const;
    [[nodiscard]] static QString user() { return QStringLiteral("ada"); }
    [[nodiscard]] static QString password() { return QStringLiteral("kn0ck kn0ck"); }

    [[nodiscard]] QStringList containers() const; ///< names of all containers, running or not
    [[nodiscard]] bool hasImage(const QString &name) const;
    bool removeImage(const QString &name) const;

private:
    struct Answer
    {
        bool isGood = false;
        QByteArray output;
    };
    Answer podman(const QStringList &arguments, const QByteArray &input = {}) const;
    [[nodiscard]] bool writeConfiguration() const;

    QTemporaryDir m_folder;
    quint16 m_port = 0;
    QProcess m_registry;
};

} // namespace testing
