import Blobs
import JPEG
import RollcallRPC

/// A photo on its way in: checked, stripped, hashed and written as it arrives. Only what passed is
/// written, and nothing at all before there is enough of it to be worth a write.
struct PhotoUpload {
    /// Bytes that are gathered before they are written: half of a message of RollcallClient.
    private static let writeSize = 32 << 10

    private let blobs: any BlobStore
    private var sanitizer: JPEGSanitizer
    /// The first bytes, until there are enough of them to know another kind of file.
    private var head: [UInt8]? = []
    private var pending: [UInt8] = []
    private var writer: (any BlobWriter)?

    init(to blobs: any BlobStore, limits: PhotoLimits) {
        self.blobs = blobs
        sanitizer = JPEGSanitizer(limits: limits.jpeg)
    }

    /// Takes the next bytes.
    ///
    /// - Throws: `JPEGError` at the first broken rule; `BlobError`.
    mutating func append(_ chunk: [UInt8]) async throws {
        if let head {
            let bytes = head + chunk
            guard bytes.count >= FileFormat.headSize else { return self.head = bytes }
            try begin(with: bytes)
        } else {
            try sanitizer.consume(chunk, into: &pending)
        }
        if pending.count >= Self.writeSize { try await flush() }
    }

    /// Writes the last bytes. The photo cannot be read before `commit`.
    ///
    /// - Throws: `JPEGError` if the photo is not whole; `BlobError`.
    mutating func finish() async throws -> StoredPhoto {
        if let head { try begin(with: head) }
        let summary = try sanitizer.finish()
        try await flush()
        // What is whole is no empty file.
        guard let writer else { throw BlobError.closed }
        let id = try await writer.finish()
        return StoredPhoto(
            id: id, size: summary.outputBytes, width: summary.width, height: summary.height)
    }

    /// Puts the photo in its place, durably.
    func commit(_ photo: StoredPhoto) async throws {
        guard let writer, try await writer.commit() == photo.id else { throw BlobError.dataLoss }
    }

    /// Leaves nothing behind. Does nothing after `commit`.
    func abort() async {
        await writer?.abort()
    }

    private mutating func begin(with bytes: [UInt8]) throws(JPEGError) {
        head = nil
        if let format = FileFormat(head: bytes) { throw .otherFormat(format) }
        try sanitizer.consume(bytes, into: &pending)
    }

    private mutating func flush() async throws {
        guard !pending.isEmpty else { return }
        let writer = if let writer { writer } else { try await blobs.makeWriter() }
        self.writer = writer
        try await writer.write(pending)
        // An upload may be slow, and holds no memory while it waits for bytes.
        pending = []
    }
}
