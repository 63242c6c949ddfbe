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

/// Fetches files of a machine into a private folder, from which they can be dragged to other programs, which take only
/// local files. Deletes them with the bar, or when other files are fetched.
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
    void drop(); ///< cancels the transfer and deletes its files
    void close();

    engine::EngineClient &m_client;
    Picture *m_icon;
    ToneLabel *m_words;
    ProgressTrack *m_track;
    std::unique_ptr<PrivateFolder> m_folder;
    QList<engine::Location> m_files; // fetched files
    QString m_what;
    QString m_transfer; // id; empty: none
    quint64 m_round = 0; // number of the last fetch(); older answers are dropped
    QPoint m_pressed;
    bool m_isReady = false;
};

} // namespace ui
