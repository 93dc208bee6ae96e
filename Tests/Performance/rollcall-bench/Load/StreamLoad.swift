import ArgumentParser
import NIOCore
import RollcallRPC

/// How a stream is to be measured.
struct StreamShape: ParsableArguments {
    @Option(help: "Bytes of a message.")
    var size = 65_536

    @Option(help: "Messages of a stream; the next begins when it has ended.")
    var count: Int?

    /// A stream takes a fraction of a second, whatever the size.
    var messages: Int { count ?? min(100_000, max(1_000, 128 << 20 / max(size, 1))) }

    /// Runs streams one after another for as long as the options say, after a short one.
    func measure(
        _ options: LoadOptions,
        _ stream: @escaping @Sendable (BenchServiceClient, _ messages: Int) async throws -> Void
    ) async throws {
        let clients = try options.makeClients()
        func run(_ messages: Int) async throws {
            let client = clients.first
            try await Task(executorPreference: clients.executor) {
                try await stream(client, messages)
            }.value
        }
        try await run(LoadOptions.warmUp)
        let start = NIODeadline.now()
        var count = 0
        while NIODeadline.now() - start < options.duration {
            try await run(messages)
            count += messages
        }
        let rate = Double(count) / (NIODeadline.now() - start).seconds
        try report([
            "messages": count,
            "messages_per_second": rate,
            "megabytes_per_second": rate * Double(size) / 1e6,
        ])
    }
}

struct DownloadLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download", abstract: "Messages that the server streams.")

    @OptionGroup var options: LoadOptions
    @OptionGroup var shape: StreamShape

    func run() async throws {
        try await shape.measure(options) { [size = shape.size] client, messages in
            try await client.download(messages, of: size)
        }
    }
}

struct UploadLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upload", abstract: "Messages that are streamed to the server.")

    @OptionGroup var options: LoadOptions
    @OptionGroup var shape: StreamShape

    func run() async throws {
        try await shape.measure(options) { [size = shape.size] client, messages in
            try await client.upload(messages, of: size)
        }
    }
}

extension BenchServiceClient {
    func download(_ messages: Int, of size: Int) async throws {
        let chunks = try await download(
            DownloadRequest(count: UInt64(messages), size: UInt32(size)))
        var count = 0
        while let chunk = try await chunks.next() {
            try check(chunk.payload.count == size)
            count += 1
        }
        try check(count == messages)
    }

    func upload(_ messages: Int, of size: Int) async throws {
        let call = try await upload()
        let chunk = Chunk(payload: [UInt8](repeating: 0x61, count: size))
        for _ in 0..<messages { try await call.send(chunk) }
        let answer = try await call.finish()
        try check(answer.count == messages)
    }
}
