/// Some users, as they come and go: a list that follows their profiles and their presence.
///
/// ```swift
/// let people = rollcall.people(ids)
/// for await users in people { show(users, isStale: people.isStale) }
/// ```
///
/// The loop gets the list at once, from the cache if need be, and the newest list whenever
/// something has changed. It ends when the user signs out, and when its task is cancelled. What
/// follows the users ends when the last loop and the value itself are let go of.
public final class People: AsyncSequence, Sendable {
    /// Makes the list and keeps it up to date until its task is cancelled. It runs anew for each
    /// set of users. If it returns, the list ends: then nobody is signed in.
    public typealias Follow = @Sendable (_ ids: [String], _ list: List) async -> Void

    /// The most users.
    public static let most = 1_000

    private let list: List
    private let following: Task<Void, Never>

    /// - Parameters:
    ///   - ids: at most 1,000 users; the list has their order. With more it stays empty, and
    ///     `error` says so.
    ///   - follow: see there. Apps have no need for it: `AccountService.people` has one.
    public init(_ ids: [String], _ follow: @escaping Follow) {
        let list = List(ids)
        self.list = list
        following = Task { await list.run(follow) }
    }

    deinit { following.cancel() }

    /// The ids of the users in the list, in its order. They can be changed at any time.
    public var ids: [String] {
        get { list.ids.value }
        set { update(ids: newValue) }
    }

    /// Changes the users in the list. Until something is known of the new ones, it stays as it was.
    public func update(ids: [String]) { list.ids.set(ids) }

    /// The list now; empty at the beginning.
    public var users: [User] { list.content.value?.users ?? [] }

    /// Whether the list may be out of date: there is no connection, or the service lacks changes.
    public var isStale: Bool { list.content.value?.isStale ?? true }

    /// Why there is no news; nil while there is, or when it is about to come.
    public var error: RollcallError? { list.content.value?.error }

    public func makeAsyncIterator() -> Iterator { Iterator(people: self) }

    public struct Iterator: AsyncIteratorProtocol {
        private let people: People
        private var contents: AsyncStream<Content?>.Iterator

        fileprivate init(people: People) {
            self.people = people
            contents = people.list.content.values(.bufferingNewest(1)).makeAsyncIterator()
        }

        /// - Returns: nil when the list has ended.
        public mutating func next() async -> [User]? {
            while let content = await contents.next() {
                guard let content else { continue }
                return content.hasEnded ? nil : content.users
            }
            return nil
        }
    }

    struct Content: Sendable, Equatable {
        var users: [User] = []
        var isStale = true
        var error: RollcallError?
        var hasEnded = false
    }

    /// Where what follows the users shows them.
    public final class List: Sendable {
        let ids: Broadcast<[String]>
        /// Nil before there is any.
        let content = Broadcast<Content?>(nil)

        init(_ ids: [String]) { self.ids = Broadcast(ids) }

        /// Shows another list, or the same one in another state.
        public func show(_ users: [User], isStale: Bool, error: RollcallError? = nil) {
            content.set(Content(users: users, isStale: isStale, error: error))
        }

        /// Follows whichever users there are.
        fileprivate func run(_ follow: @escaping Follow) async {
            var running: Task<Void, Never>?
            for await ids in ids.values(.bufferingNewest(1)) {
                running?.cancel()
                await running?.value
                running = Task {
                    await follow(ids, self)
                    if !Task.isCancelled { content.set(Content(hasEnded: true)) }
                }
            }
            running?.cancel()
        }
    }
}
