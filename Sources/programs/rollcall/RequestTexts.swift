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
    func all() -> RequestLines {
        RequestLines(given: isStandardInput ? nil : arguments[...])
    }
}

/// The texts of a stream of messages: those of the command line, or the lines of standard input.
/// Waiting for a line can be cancelled, and holds up no thread.
struct RequestLines {
    /// Those of the command line; nil for standard input.
    fileprivate var given: ArraySlice<String>?
    fileprivate var pending: [UInt8] = []
    fileprivate var isAtEnd = false

    /// The next text of the command line, or the next line that is not empty. Nil at the end.
    mutating func next() async throws -> [UInt8]? {
        if given != nil { return given?.popFirst().map { Array($0.utf8) } }
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
