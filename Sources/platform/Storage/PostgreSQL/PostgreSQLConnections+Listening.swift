import CPQ
import Glibc

extension PostgreSQLConnections {
    /// Calls a body after each notification of another transaction (`NOTIFY rollcall`), until the
    /// connections are closed. Also called when some may have been missed. Blocks, and keeps a
    /// connection.
    func listen(_ body: () -> Void) {
        while isOpen {
            try? withConnection { connection in
                try connection.execute("LISTEN rollcall")
                body()
                while isOpen { if try connection.waitForNotifications() { body() } }
            }
            sleep(1)
        }
    }
}

extension PostgreSQLConnection {
    /// Waits for a second at most.
    ///
    /// - Returns: whether there were any.
    /// - Throws: `StorageError.unavailable`.
    fileprivate func waitForNotifications() throws -> Bool {
        var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        // A server that is gone sends nothing either.
        if poll(&socket, 1, 1000) == 0 { try ping() }
        guard PQconsumeInput(handle) == 1 else { throw lose(Self.message(of: handle)) }
        var count = 0
        while let notification = PQnotifies(handle) {
            PQfreemem(notification)
            count += 1
        }
        return count > 0
    }
}
