import Foundation

/// What is kept of other users, and of photos, for the user who is signed in. When nobody is, or
/// somebody else, all of it goes.
actor AppCache {
    /// How long changes wait to be saved together.
    private static let pause = Duration.seconds(5)
    /// Of the names of users' folders.
    private static let prefix = "user-"

    private let root: URL?
    private let server: String
    private let state: @Sendable () -> AuthState
    /// Whose cache it is; nil before this is known.
    private var owner: String??
    private var folder: URL?
    private var users = UserShelf()
    private var photos: PhotoFolder?
    private var saving: Task<Void, Never>?

    /// - Parameters:
    ///   - folder: in which the cache makes a folder of its own; nil to keep users in memory, and
    ///     photos not at all.
    ///   - server: users of another one are others.
    ///   - state: says who is signed in.
    init(in folder: URL?, of server: URL, _ state: @escaping @Sendable () -> AuthState) {
        root = folder?.appendingPathComponent("rollcall")
        (self.server, self.state) = (server.absoluteString, state)
    }

    /// - Returns: those that it has.
    func users(_ ids: [String]) -> [String: User] {
        settle()
        var found: [String: User] = [:]
        for id in ids where found[id] == nil { found[id] = users.user(id) }
        return found
    }

    /// - Parameters:
    ///   - gone: who is hidden now.
    ///   - viewer: who has asked for it. If somebody else is signed in by now, nothing is kept.
    func keep(_ news: [User], without gone: [String] = [], for viewer: String) {
        settle()
        guard owner == viewer else { return }
        for id in gone { users.remove(id) }
        let isNews = news.reduce(!gone.isEmpty) { users.keep($1) || $0 }
        if isNews { saveSoon() }
    }

    func photo(_ name: String) -> Data? {
        settle()
        return photos?.photo(name)
    }

    /// - Parameter viewer: as above.
    func keep(_ photo: Data, as name: String, for viewer: String) {
        settle()
        if owner == viewer { photos?.keep(photo, as: name) }
    }

    /// Saves what has changed now, such as before the app is suspended.
    func save() {
        settle()
        guard saving != nil else { return }
        saving?.cancel()
        saving = nil
        if let folder { users.file.save(as: folder.appendingPathComponent("users")) }
    }

    /// Makes the cache that of the user who is signed in now.
    func settle() {
        let (state, files) = (state(), FileManager.default)
        // Before the session was read, nobody knows whose it is.
        guard state != .restoring, owner != .some(state.user?.id) else { return }
        saving?.cancel()
        (saving, owner, users) = (nil, .some(state.user?.id), UserShelf())
        // The id of a user comes from the server, so it is no name for a folder.
        let name = state.user.map { user in
            Self.prefix + String(fnv1a("\(server)\n\(user.id)".utf8), radix: 16)
        }
        folder = name.flatMap { root?.appendingPathComponent($0) }
        photos = folder.map { PhotoFolder($0.appendingPathComponent("photos")) }
        guard let root else { return }
        // The app may have chosen a folder in which others have one of the same name.
        for other in (try? files.contentsOfDirectory(atPath: root.path)) ?? []
        where other != name && other.hasPrefix(Self.prefix) {
            try? files.removeItem(at: root.appendingPathComponent(other))
        }
        guard let file = folder?.appendingPathComponent("users"),
            let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize,
            size <= UserShelf.mostBytes * 2, let bytes = try? Data(contentsOf: file)
        else { return }
        users = UserShelf(file: bytes)
    }

    private func saveSoon() {
        guard saving == nil else { return }
        saving = Task { [weak self] in
            // Cancelled: it was saved meanwhile, or has become another user's.
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
            await self?.save()
        }
    }
}
