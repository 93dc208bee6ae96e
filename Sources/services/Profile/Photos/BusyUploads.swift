import RollcallRPC

/// Bounds the uploads that keep the server busy: those that are being stored, and those that have
/// just begun. Beyond the bound a new upload would only wait, so it is refused before its first
/// byte.
///
/// A slow sender takes a `CallSlots` slot for minutes, but causes little work. Such an upload
/// counts again once its last byte has arrived, and is not refused then.
struct BusyUploads {
    /// How long a new upload counts.
    static let arrival = Duration.milliseconds(100)

    let limit: Int
    /// Those that are being stored have no end.
    private var uploads: [Int: (busyUntil: ContinuousClock.Instant?, address: ClientNetwork?)] = [:]
    private var begun = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// An address may have as many as are still free.
    ///
    /// - Returns: a number for the upload; nil if it has to be refused.
    mutating func begin(from address: ClientNetwork?, at now: ContinuousClock.Instant) -> Int? {
        let busy = uploads.values.filter { $0.busyUntil.map { now < $0 } ?? true }
        let own = address == nil ? 0 : busy.count { $0.address == address }
        guard own < limit - busy.count else { return nil }
        begun += 1
        uploads[begun] = (now + Self.arrival, address)
        return begun
    }

    mutating func beginStoring(_ upload: Int) {
        uploads[upload]?.busyUntil = nil
    }

    mutating func end(_ upload: Int) {
        uploads[upload] = nil
    }
}
