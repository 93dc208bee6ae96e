import RollcallCrypto

/// A list of users in the order of their ids, as its pages arrive.
struct PagedList<Trace> {
    /// Pages that are not in order: the list cannot be compared with others.
    struct Disorder: Error {}

    /// Whether no page is to come.
    private(set) var isComplete = false
    /// The last user that has arrived.
    private(set) var last: UUIDv7?
    private(set) var count = 0
    private var waiting: ArraySlice<(user: UUIDv7, trace: Trace)> = []

    /// - Parameter isCounted: whether it is a trace of a user who is still there.
    /// - Throws: `Disorder`.
    mutating func add(
        _ page: [(user: UUIDv7, trace: Trace)], isLast: Bool,
        counting isCounted: (Trace) -> Bool = { _ in true }
    ) throws(Disorder) {
        for entry in page {
            if let last, entry.user <= last { throw Disorder() }
            last = entry.user
        }
        count += page.count { isCounted($0.trace) }
        waiting += page
        isComplete = isLast || page.isEmpty
    }

    /// Whether the next page is needed to say which user comes next.
    var isExhausted: Bool { waiting.isEmpty && !isComplete }

    var next: UUIDv7? { waiting.first?.user }

    /// Takes the next entry out, if it is of this user.
    mutating func take(_ user: UUIDv7) -> Trace? {
        next == user ? waiting.popFirst()?.trace : nil
    }
}
