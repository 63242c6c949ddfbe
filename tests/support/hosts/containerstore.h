// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QProcess>
#include <QTemporaryDir>

namespace testing {

/// podman's images and containers in a folder of their own, with one image made here of busybox, and a registry with a
/// password on 127.0.0.1. It is the real podman; options that a machine without systemd needs (runc, cgroupfs, vfs,
/// limits) come by its own configuration files, named in environment(). No other registry can be reached. Needs the
/// parts "podman", "runc", "busybox", "registry" and the rights of root. Blocks.
class ContainerStore
{
    Q_DISABLE_COPY_MOVE(ContainerStore)

public:
    ContainerStore();
    ~ContainerStore(); ///< containers, images and the folder are gone

    [[nodiscard]] bool start(); ///< the image; its words go to the test's output when it fails
    [[nodiscard]] bool startRegistry(); ///< which has the image, too

    /// "NAME=VALUE" of what makes podman use it.
    [[nodiscard]] QStringList environment() const;
    /// A line of sshd_config that gives the sessions that.
    [[nodiscard]] QByteArray sshdLine() const;

    [[nodiscard]] static QString image() { return QStringLiteral("localhost/batchdeck-test:1"); }
    /// For sh: writes the image's root file system as a tar, made in the folder "$1". It is busybox and what that is
    /// linked with; /etc/marker tells that somebody is in it.
    [[nodiscard]] static const char *imageScript();
    [[nodiscard]] QString registry() const; ///< "127.0.0.1:PORT"
    [[nodiscard]] QString imageInRegistry() const;
    [[nodiscard]] static QString user() { return QStringLiteral("ada"); }
    [[nodiscard]] static QString password() { return QStringLiteral("kn0ck kn0ck"); }

    [[nodiscard]] QStringList containers() const; ///< names of those that are there, running or not
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
