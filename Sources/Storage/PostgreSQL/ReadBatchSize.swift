/// How many reads of one row are sent to a server in one batch: as many as it answers soon, as the first caller
/// is answered as late as the last, and other connections stand idle meanwhile.
///
/// The size is doubled after a full batch that was answered soon. After a batch that was late it is half of that
/// batch. So many reads share the way to a server that is up to 50 ms away, and a server that takes long for each
/// read gets them one by one on each connection. A server that is farther away gets them one by one, too.
struct ReadBatchSize {
    static let most = 16

    /// A full batch that was answered within this time may be larger.
    private static let soon = Duration.milliseconds(50)
    private static let late = Duration.milliseconds(100)

    private(set) var limit: Int

    init(_ limit: Int) { self.limit = limit }

    /// - Parameters:
    ///   - count: the reads of a batch.
    ///   - duration: from when the batch was sent until the last answer.
    mutating func note(_ count: Int, took duration: Duration) {
        if duration > Self.late {
            limit = max(1, min(limit, count) / 2)
        } else if duration <= Self.soon, count == limit {
            limit = min(Self.most, limit * 2)
        }
    }
}
