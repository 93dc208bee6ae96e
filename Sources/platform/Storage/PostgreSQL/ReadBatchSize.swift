/// How many reads of one row are sent to a server in one batch: as many as it answers soon, as the
/// first caller is answered as late as the last, and other connections stand idle meanwhile.
///
/// The size is doubled after a full batch that was answered soon. After a batch that was late it is
/// half of that batch. So many reads share the way to a server that is up to 50 ms away, and a
/// server that takes long for each read gets them one by one on each connection. A server that is
/// farther away gets them one by one, too.
enum ReadBatchSize {
    static let most = 16

    /// A full batch that was answered within this time may be larger.
    private static let soon = Duration.milliseconds(50)
    private static let late = Duration.milliseconds(100)

    /// - Parameters:
    ///   - size: the present size.
    ///   - count: the reads of a batch.
    ///   - duration: from when the batch was sent until the last answer.
    /// - Returns: the next size.
    static func next(after size: Int, _ count: Int, took duration: Duration) -> Int {
        if duration > late { return max(1, min(size, count) / 2) }
        return duration <= soon && count == size ? min(most, size * 2) : size
    }
}
