"""The network connection between a browser and the server, which a test can cut and restore."""

import contextlib
import socket
import threading

from tests.serving import PATIENCE


class Line:
    """Forwards all traffic between its own port and the server's. While the line is cut, nothing answers."""

    def __init__(self, server: int) -> None:
        self.server = server
        self.port = 0
        self.ends: list[socket.socket] = []
        self.threads: list[threading.Thread] = []
        self.join()

    @property
    def url(self) -> str:
        """The server's address as reached through this line."""
        return f"http://localhost:{self.port}"

    def join(self) -> None:
        """Start listening, always on the same port."""
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listener.getsockname()[1]
        self.accepting = threading.Thread(target=self._accept, args=(self.listener,), daemon=True)
        self.accepting.start()

    def cut(self) -> None:
        """Stop listening, and close all connections."""
        hang_up(self.listener)
        self.accepting.join(PATIENCE)
        hang_up(*self.ends)
        for thread in self.threads:
            thread.join(PATIENCE)
        for end in (self.listener, *self.ends):
            end.close()
        self.ends.clear()
        self.threads.clear()

    def _accept(self, listener: socket.socket) -> None:
        """Connect each incoming connection to the server, until the line is cut."""
        with contextlib.suppress(OSError):
            while True:
                phone, _address = listener.accept()
                server = socket.create_connection(("localhost", self.server))
                self.ends += phone, server
                for end in (phone, server):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                for ends in ((phone, server), (server, phone)):
                    self.threads.append(threading.Thread(target=pass_on, args=ends, daemon=True))
                    self.threads[-1].start()


def pass_on(giver: socket.socket, taker: socket.socket) -> None:
    """Forward bytes until either end closes the connection."""
    with contextlib.suppress(OSError):
        while data := giver.recv(65536):
            taker.sendall(data)
    hang_up(giver, taker)


def hang_up(*ends: socket.socket) -> None:
    """Shut down these sockets, which unblocks any threads waiting on them and tells the other side."""
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
