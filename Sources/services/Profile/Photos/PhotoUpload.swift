import Blobs
import JPEG

/// A photo during its upload. It is checked, stripped, hashed and written as it arrives. Only
/// checked bytes are written, and none before there are enough for a write.
struct PhotoUpload {
    /// The bytes that are gathered before a write: half of a message of RollcallClient.
    private static let writeSize = 32 << 10

    private let blobs: any BlobStore
    private var sanitizer: JPEGSanitizer
    /// The first bytes, until there are enough to detect another type of file.
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
        // A complete photo is never an empty file.
        guard let writer else { throw BlobError.closed }
        let id = try await writer.finish()
        return StoredPhoto(
            id: id, size: summary.outputBytes, width: summary.width, height: summary.height)
    }

    /// Moves the photo to its final name, durably.
    func commit(_ photo: StoredPhoto) async throws {
        guard let writer, try await writer.commit() == photo.id else { throw BlobError.dataLoss }
    }

    /// Removes the incomplete photo. Does nothing after `commit`.
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
        // A slow upload holds no memory while it waits for bytes.
        pending = []
    }
}
