// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QFrame>
#include <QPoint>

#include <memory>

namespace ui {

class Picture;
class PrivateFolder;
class ProgressTrack;
class ToneLabel;

/// Files of a machine on their way to another program. That takes files of this computer only, and at once: so they are
/// fetched first, into a private folder, and can then be dragged from here. They go with the bar, or when others are
/// fetched.
class CarryBar final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CarryBar)

public:
    explicit CarryBar(engine::EngineClient &client, QWidget *parent = nullptr);
    ~CarryBar() override;

    void fetch(const QList<engine::Location> &files); ///< of one folder of a machine; shows itself
    [[nodiscard]] bool isReady() const { return m_isReady; }

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    void follow(const engine::TransferSnapshot &begun);
    void take(const engine::TransferSnapshot &ended);
    void say(const QString &words);
    void fail(const QString &words);
    void drop(); ///< the transfer and what it brought
    void close();

    engine::EngineClient &m_client;
    Picture *m_icon;
    ToneLabel *m_words;
    ProgressTrack *m_track;
    std::unique_ptr<PrivateFolder> m_folder;
    QList<engine::Location> m_files; // that are fetched
    QString m_what;
    QString m_transfer; // its id
    quint64 m_round = 0; // answers to another one come too late
    QPoint m_pressed;
    bool m_isReady = false;
};

} // namespace ui
