// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Another program on the same X server, for tst_x11drops: a window that gives files to whoever they are dragged to, or
// takes those that are dropped on it. It says on stdout what happens to it.
//   xdndpeer give X Y FILE…
//   xdndpeer take X Y FOLDER

#include <QApplication>
#include <QDrag>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>
#include <QWidget>

#include <cstdio>

namespace {

void say(const char *words)
{
    std::printf("%s\n", words);
    std::fflush(stdout);
}

class Peer final : public QWidget
{
public:
    explicit Peer(const QStringList &arguments) : m_arguments(arguments.mid(4))
    {
        setWindowFlag(Qt::FramelessWindowHint);
        setGeometry(arguments.at(2).toInt(), arguments.at(3).toInt(), 160, 120);
        m_gives = arguments.at(1) == QLatin1StringView("give");
        setAcceptDrops(!m_gives);
    }

protected:
    void mouseMoveEvent(QMouseEvent *event) override
    {
        if (!m_gives || !event->buttons().testFlag(Qt::LeftButton))
            return;
        QList<QUrl> urls;
        for (const QString &file : m_arguments)
            urls.append(QUrl::fromLocalFile(file));
        auto *files = new QMimeData;
        files->setUrls(urls);
        auto *drag = new QDrag(this);
        drag->setMimeData(files);
        say("dragging");
        say(drag->exec(Qt::CopyAction | Qt::MoveAction, Qt::MoveAction) == Qt::CopyAction ? "copied" : "refused");
    }
    void dragEnterEvent(QDragEnterEvent *event) override
    {
        if (event->mimeData()->hasUrls())
            event->acceptProposedAction();
        say(event->mimeData()->hasUrls() ? "offered" : "offered nothing");
    }
    void dropEvent(QDropEvent *event) override
    {
        bool isWhole = true;
        for (const QUrl &url : event->mimeData()->urls()) {
            const QFileInfo file(url.toLocalFile());
            isWhole = QFile::copy(file.filePath(), m_arguments.constFirst() + u'/' + file.fileName()) && isWhole;
        }
        event->acceptProposedAction();
        say(isWhole ? "took" : "could not take");
    }
    void paintEvent(QPaintEvent *) override
    {
        if (!std::exchange(m_isShown, true))
            say("ready");
    }

private:
    QStringList m_arguments;
    bool m_gives = false;
    bool m_isShown = false;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    Peer peer(QApplication::arguments());
    peer.show();
    return QApplication::exec();
}
