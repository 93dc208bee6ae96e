import NIOCore
import RollcallWire

@testable import RollcallRPC

/// What holds of one end of a connection between any two events.
struct ConnectionInvariants {
    private let connection: Connection
    private var server: ServerConnection? { connection as? ServerConnection }
    private let name: String

    init(_ connection: Connection, _ name: String) {
        self.connection = connection
        self.name = name
    }

    func check() throws {
        try checkCounts()
        guard connection.phase != .closed else { return try checkClosed() }
        try checkCredit()
        try checkMemory()
    }

    private func checkClosed() throws {
        try require(connection.streams.isEmpty, "\(name): streams of a closed connection")
        let waiting = (connection as? ClientConnection)?.waitingCalls.count ?? 0
        try require(waiting == 0, "\(name): calls wait for nothing")
        try checkCalls()
    }

    /// A handler may outlast its stream, and what it holds is counted until it ends.
    private func checkCalls() throws {
        guard let server else { return }
        let ofCalls = connection.streams.values
            .map { $0.ownBytes + $0.handlerBytes + $0.unreadBytes }.reduce(0, +)
        let isRight =
            server.runningHandlers == 0
            ? server.callBytes == ofCalls : server.callBytes >= ofCalls
        try require(
            isRight, "\(name): calls take \(ofCalls) bytes, \(server.callBytes) are counted")
    }

    private func checkCounts() throws {
        guard let server else { return }
        let limit = connection.configuration.maximumStreams
        try require(
            (0...limit).contains(server.runningHandlers),
            "\(name): \(server.runningHandlers) handlers")
        try require(connection.streams.count <= limit, "\(name): too many streams")
    }

    private func checkCredit() throws {
        let range = 0...SendCredit.maximum
        try require(
            range.contains(connection.sendCredit.available),
            "\(name): credit of \(connection.sendCredit.available)")
        for record in connection.streams.values {
            try require(
                range.contains(record.sendCredit.available),
                "\(name): stream \(record.id) has credit of \(record.sendCredit.available)")
        }
    }

    private func checkMemory() throws {
        let held = connection.streams.values
            .map { $0.assembler.heldBytes + $0.requestBytes }.reduce(0, +)
        try require(
            connection.assemblingBytes == held,
            "\(name): \(held) bytes are held, \(connection.assemblingBytes) are counted")
        try checkCalls()
        let awaited = connection.streams.values.count {
            $0.beginsBy < .distantFuture && $0.receiver != nil
        }
        try require(
            awaited == server?.awaitedStreams ?? 0,
            "\(name): \(awaited) streams are awaited, others are counted")
        let limit =
            connection.configuration.maximumAssembling + connection.configuration.maximumBody
        try require(held <= limit, "\(name): \(held) bytes of incomplete messages")
        try require(
            connection.output.readableBytes <= 1024 * 1024,
            "\(name): \(connection.output.readableBytes) bytes wait to be written")
    }
}
