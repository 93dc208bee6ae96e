import Glibc
import MessageJSON

/// The JSON texts of the messages to send: those of the command line, or standard input.
struct RequestTexts: Sendable {
    private let arguments: [String]

    /// - Parameter arguments: as `--json` has them.
    init(_ arguments: [String]) {
        self.arguments = arguments
    }

    private var isStandardInput: Bool { arguments == ["-"] }

    /// The text of an RPC that takes one message.
    func only() async throws -> [UInt8] {
        guard arguments.count <= 1 else {
            throw Failure(.usage, "The RPC takes one message. Give one --json.")
        }
        guard isStandardInput else { return Array((arguments.first ?? "{}").utf8) }
        return try InputFile.read("-", upTo: MappingLimits.text + 1) ?? []
    }

    /// The texts of an RPC to which messages are streamed.
    func all() -> Iterator {
        isStandardInput
            ? Iterator(lines: InputLines(), arguments: [])
            : Iterator(lines: nil, arguments: arguments[...])
    }

    struct Iterator {
        fileprivate var lines: InputLines?
        fileprivate var arguments: ArraySlice<String>

        mutating func next() async throws -> [UInt8]? {
            if lines != nil { return try await lines?.next() }
            return arguments.popFirst().map { Array($0.utf8) }
        }
    }
}

/// Standard input, a line at a time. Waiting for one can be cancelled, and holds up no thread.
struct InputLines {
    private var pending: [UInt8] = []
    private var isAtEnd = false

    /// The next line that is not empty, nil at the end.
    mutating func next() async throws -> [UInt8]? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(pending[..<end])
                pending.removeSubrange(...end)
                if !line.isEmpty { return line }
            } else if isAtEnd {
                defer { pending = [] }
                return pending.isEmpty ? nil : pending
            } else {
                try await read()
            }
        }
    }

    private mutating func read() async throws {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while poll(&descriptor, 1, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
        if count < 0, errno == EINTR { return }
        guard count >= 0 else {
            throw Failure.system("standard input")
        }
        isAtEnd = count == 0
        pending += piece[..<count]
        guard pending.count <= MappingLimits.text else {
            throw Failure.file(
                "standard input", "a line is longer than \(MappingLimits.text) bytes")
        }
    }
}
