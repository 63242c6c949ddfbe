// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobloop.h"

#include <QNetworkAccessManager>

using namespace Qt::StringLiterals;

namespace engine {

QNetworkAccessManager &BlobNetwork::manager()
{
    if (!m_manager)
        m_manager = new QNetworkAccessManager(this);
    return *m_manager;
}

BlobLoop::BlobLoop() : m_thread(new QThread), m_network(new BlobNetwork)
{
    m_thread->setObjectName(u"blob"_s);
    m_network->moveToThread(m_thread);
    QObject::connect(m_thread, &QThread::finished, m_network, &QObject::deleteLater);
}

BlobLoop::~BlobLoop()
{
    std::call_once(m_started, [this] { delete m_network; }); // nothing was asked: no thread would delete it
    m_thread->quit();
    if (QThread::currentThread() == m_thread) {
        QObject::connect(m_thread, &QThread::finished, m_thread, &QObject::deleteLater);
        return;
    }
    m_thread->wait();
    delete m_thread;
}

BlobNetwork *BlobLoop::network()
{
    std::call_once(m_started, [this] { m_thread->start(); });
    return m_network;
}

} // namespace engine
