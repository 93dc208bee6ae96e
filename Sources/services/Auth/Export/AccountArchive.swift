import Introspection
import MessageJSON
import RollcallRPC
import RollcallWire

/// An export on its way out: files one after the other, none of which is held as a whole but those
/// that are small.
struct AccountArchive {
    /// Bytes of one message.
    private static let chunkSize = 64 << 10

    /// Milliseconds since 1970.
    let now: Int64
    let send: ([UInt8]) async throws -> Void
    private var pending: [UInt8] = []

    init(now: Int64, send: @escaping ([UInt8]) async throws -> Void) {
        self.now = now
        self.send = send
    }

    /// A message as a JSON file, for people and programs.
    mutating func add(_ name: String, _ message: any Message) async throws {
        let json = try JSON(Array(message.jsonText().utf8))
        let bytes = Array("\(json.page())\n".utf8)
        let entry = TarEntry(name: name, size: bytes.count, modifiedAt: now / 1000)
        try await write(entry.header + bytes + entry.padding)
    }

    /// A profile, and the photo that belongs to it.
    ///
    /// - Throws: `RPCError` (`dataLoss`) when the photo is not as long as was said.
    mutating func add(_ export: ProfileExport) async throws {
        try await add("profile.json", export.message)
        guard let size = (export.profile.photo?.size).map({ Int($0) }) else { return }
        let entry = TarEntry(name: "photo.jpg", size: size, modifiedAt: now / 1000)
        try await write(entry.header)
        var count = 0
        while let chunk = try await export.nextPhotoChunk() {
            count += chunk.count
            try await write(chunk)
        }
        guard count == size else {
            throw RPCError(.dataLoss, "the photo did not arrive as it was announced")
        }
        try await write(entry.padding)
    }

    mutating func finish() async throws {
        try await write(TarEntry.end)
        if !pending.isEmpty { try await send(pending) }
    }

    private mutating func write(_ bytes: [UInt8]) async throws {
        pending += bytes
        while pending.count >= Self.chunkSize {
            try await send(Array(pending.prefix(Self.chunkSize)))
            pending.removeFirst(Self.chunkSize)
        }
    }
}
