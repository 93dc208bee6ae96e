/// Whether so much of what was read lately is damaged that the store as a whole must be wrong: another
/// directory, an empty one, another bucket.
struct DamageWindow: Sendable {
    /// Files that are counted.
    static let length = 100

    /// Of the last files, whether each was damaged.
    private var recent: [Bool] = []

    /// How many of the last files are damaged, if that is too many to be believed: more than one, and more
    /// than a tenth.
    private(set) var excess: (damaged: Int, files: Int)?

    mutating func add(isDamaged: Bool) {
        recent.append(isDamaged)
        if recent.count > Self.length { recent.removeFirst() }
        let damaged = recent.count { $0 }
        // Of the first few files a tenth is less than one, so it is looked at when all of a batch were added.
        excess = damaged > max(1, recent.count / 10) ? (damaged, recent.count) : nil
    }
}
