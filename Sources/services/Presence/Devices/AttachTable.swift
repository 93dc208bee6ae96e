/// The open streams of devices, in one flat array.
struct AttachTable: Sendable {
    /// Names a stream until it is closed.
    typealias ID = UInt32

    static let none = ID.max
    /// A stream of another instance.
    static let elsewhere = ID.max - 1
    /// In place of a stream that has ended: its device has a grace to return.
    static let left = ID.max - 2

    /// Why a stream is over before its device has ended it.
    enum Ending: Sendable, Equatable {
        /// The device's lease has ended.
        case lease(LeaseEnd)
        /// The caller's token has ended.
        case token
        /// It is unknown whether the caller's session has ended.
        case doubt
        /// The client is to come back after a pause, in milliseconds.
        case draining(pause: Int64)
    }

    private struct Stream: Sendable {
        var lease: UInt64
        var user: UserTable.Index
        var quietSince: QuietSince
        /// When the caller's token ends, in milliseconds since 1970-01-01 UTC.
        var tokenEnd: Int64
        var ending: Ending?
    }

    private var streams: [Stream?] = []
    private var freeIDs: [ID] = []
    private(set) var count = 0
    /// Streams that were ended, or were quiet for long, and whose calls were not woken so far.
    private var woken: [ID] = []
    /// Where the next scan begins.
    private var nextToScan = 0
    /// The present time, in milliseconds of the leases' clock.
    var now: Int64 = 0

    mutating func open(lease: UInt64, of user: UserTable.Index, tokenEnd: Int64) -> ID {
        let stream = Stream(
            lease: lease, user: user, quietSince: QuietSince(now), tokenEnd: tokenEnd)
        count += 1
        if let id = freeIDs.popLast() {
            streams[Int(id)] = stream
            return id
        }
        streams.append(stream)
        return ID(streams.count - 1)
    }

    mutating func close(_ id: ID) {
        guard streams[Int(id)] != nil else { return }
        streams[Int(id)] = nil
        freeIDs.append(id)
        count -= 1
    }

    /// The lease that the stream keeps, and its user.
    func lease(of id: ID) -> (id: UInt64, user: UserTable.Index)? {
        streams[Int(id)].map { ($0.lease, $0.user) }
    }

    func ending(of id: ID) -> Ending? {
        streams[Int(id)]?.ending
    }

    /// Ends a stream, unless it is ending already. What becomes of its lease is decided when it is
    /// closed.
    mutating func end(_ id: ID, _ ending: Ending) {
        guard let stream = streams[Int(id)], stream.ending == nil else { return }
        streams[Int(id)]?.ending = ending
        woken.append(id)
    }

    /// Ends the streams whose callers' access tokens have expired, and wakes those that have sent
    /// nothing for long.
    ///
    /// - Parameters:
    ///   - wall: milliseconds since 1970-01-01 UTC.
    ///   - longestQuiet: in milliseconds.
    mutating func scan(at wall: Int64, longestQuiet: Int64) {
        let due = QuietSince(now - longestQuiet)
        // Devices that have attached together do not hold up all other calls together. The rest is
        // woken first by the next scan, even if the streams of this one still send nothing.
        var left = count / 8 + 1
        let start = min(nextToScan, streams.count)
        for id in [start..<streams.count, 0..<start].joined() {
            guard let stream = streams[id], stream.ending == nil else { continue }
            if stream.tokenEnd <= wall {
                end(ID(id), .token)
            } else if left > 0, stream.quietSince <= due {
                woken.append(ID(id))
                left -= 1
                nextToScan = id + 1
            }
        }
    }

    /// Whether a stream has sent nothing for long, and has to send something now.
    ///
    /// - Parameter longestQuiet: in milliseconds.
    func isQuiet(_ id: ID, longestQuiet: Int64) -> Bool {
        streams[Int(id)].map { $0.quietSince <= QuietSince(now - longestQuiet) } ?? false
    }

    /// Records that a stream has sent something.
    mutating func noteSent(on id: ID) {
        streams[Int(id)]?.quietSince = QuietSince(now)
    }

    mutating func endAll(_ ending: () -> Ending) {
        for id in streams.indices { end(ID(id), ending()) }
    }

    /// Takes the streams whose calls are to be woken.
    mutating func takeWoken() -> [ID] {
        defer { woken.removeAll(keepingCapacity: true) }
        return woken
    }
}
