/// The open streams of devices, in one flat array.
struct AttachTable: Sendable {
    /// Names a stream until it is closed.
    typealias ID = UInt32

    static let none = ID.max
    /// Stands for a stream of another instance.
    static let elsewhere = ID.max - 1

    /// Why a stream is over before its device has ended it.
    enum Ending: Sendable, Equatable {
        /// The device's lease has ended.
        case lease(LeaseEnd)
        /// The caller's token has ended.
        case token
        /// Nobody knows whether the caller's session has ended.
        case doubt
        /// The client is to come back after a pause, in milliseconds.
        case draining(pause: Int64)
    }

    private struct Stream: Sendable {
        var lease: UInt64
        var user: UserTable.Index
        /// When the caller's token ends, in milliseconds since 1970-01-01 UTC.
        var tokenEnd: Int64
        var ending: Ending?
    }

    private var streams: [Stream?] = []
    private var freeIDs: [ID] = []
    private(set) var count = 0

    mutating func open(lease: UInt64, of user: UserTable.Index, tokenEnd: Int64) -> ID {
        let stream = Stream(lease: lease, user: user, tokenEnd: tokenEnd)
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

    /// The lease that the stream keeps, and whose it is.
    func lease(of id: ID) -> (id: UInt64, user: UserTable.Index)? {
        streams[Int(id)].map { ($0.lease, $0.user) }
    }

    func ending(of id: ID) -> Ending? {
        streams[Int(id)]?.ending
    }

    /// Ends a stream that is not yet ending.
    ///
    /// - Returns: whether it goes on to end for this.
    mutating func end(_ id: ID, _ ending: Ending) -> Bool {
        guard let stream = streams[Int(id)], stream.ending == nil else { return false }
        streams[Int(id)]?.ending = ending
        return true
    }

    /// The streams whose caller's token has ended.
    func due(at wall: Int64) -> [ID] {
        all.filter { (streams[Int($0)]?.tokenEnd ?? .max) <= wall }
    }

    /// The open streams.
    var all: [ID] {
        streams.indices.filter { streams[$0] != nil }.map { ID($0) }
    }
}
