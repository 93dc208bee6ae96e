import Foundation
import RollcallApp
import RollcallRules

/// Profiles and other users.
extension RollcallFake {
    public func checkDisplayName(_ name: String) async throws(RollcallError) -> DisplayNameVerdict {
        let session = device.withLock { $0.sessionID }
        return try await call { server in
            let own = session.flatMap { server.account(inSession: $0) }
            let broken = server.broken(name: name, for: own?.id)
            if broken.map(\.reason) == [.displayNameTaken] {
                let stem = name.spaceTrimmed.prefix(24)
                let numbers = (10...99).shuffled().map { "\(stem)\($0)" }
                let free = numbers.filter { server.broken(name: $0, for: nil).isEmpty }
                return .taken(suggestions: Array(free.prefix(5)))
            }
            guard broken.isEmpty else { return .notAllowed(broken) }
            let isOwn = own?.profile.displayName.lowercased() == name.spaceTrimmed.lowercased()
            return isOwn ? .own : .free
        }
    }

    @discardableResult
    public func updateProfile(_ change: ProfileChange) async throws(RollcallError) -> User {
        try await own { server, account, _ throws(RollcallError) in
            var profile = account.profile
            try Self.apply(change, to: &profile, server)
            if let revision = change.revision, revision != profile.revision {
                throw .refused(.aborted, .revisionMismatch, "revision")
            }
            let before = account.profile.displayName
            if profile.displayName != before {
                let broken = server.broken(name: profile.displayName, for: account.id)
                guard broken.isEmpty else { throw .broken(broken) }
                if !before.isEmpty, before.lowercased() != profile.displayName.lowercased() {
                    server.giveUp(before, of: account.id)
                }
            }
            if profile != account.profile {
                (profile.revision, profile.updatedAtMs) = (profile.revision + 1, server.now)
            }
            account.profile = profile
            return account.user
        }
    }

    /// Throws all rules that the change breaks, besides what others have to do with it.
    private static func apply(
        _ change: ProfileChange, to profile: inout Profile, _ server: FakeServer
    ) throws(RollcallError) {
        guard change != ProfileChange(revision: change.revision) else {
            throw .refused(.invalidArgument, .fieldMissing, "update_mask")
        }
        var broken: [Violation] = []
        func text(_ text: String?, _ rule: TextRule, _ field: String, _ old: String) -> String {
            guard let text else { return old }
            if let normal = try? rule.normal(text) { return normal }
            broken.append(.of(.fieldMalformed, field))
            return old
        }
        if let name = change.displayName {
            if !DisplayNameRules.broken(by: name).isEmpty {
                broken += server.broken(name: name, for: nil)
            }
            profile.displayName = name.spaceTrimmed
        }
        profile.bio = text(change.bio, .bio, "bio", profile.bio)
        profile.pronouns = text(change.pronouns, .pronouns, "pronouns", profile.pronouns)
        profile.location = text(change.location, .location, "location", profile.location)
        if let links = change.links {
            let bad = links.firstIndex { (try? LinkRules.check($0)) == nil }
            if links.count > LinkRules.most {
                broken.append(.of(.tooMany, "links"))
            } else if let bad {
                broken.append(.of(.fieldMalformed, "links[\(bad)]"))
            }
            profile.links = links
        }
        for entry in change.visibilities ?? [] {
            profile.visibilities.removeAll { $0.field == entry.field }
            profile.visibilities.append(entry)
        }
        profile.isFindable = change.isFindable ?? profile.isFindable
        guard broken.isEmpty else { throw .broken(broken) }
    }

    public func user(_ id: String) async throws(RollcallError) -> User {
        guard let user = try await users([id]).first else {
            throw .refused(.notFound, .profileNotFound, "user")
        }
        return user
    }

    public func users(_ ids: [String]) async throws(RollcallError) -> [User] {
        try await own { server, account, _ throws(RollcallError) in
            if let index = ids.firstIndex(where: { !FakeAccount.isID($0) }) {
                throw .refused(.invalidArgument, .fieldMalformed, "users[\(index)].user_id")
            }
            return server.users(ids, for: account)
        }
    }

    public func searchUsers(prefix: String) async throws(RollcallError) -> [User] {
        try await own { server, account, _ throws(RollcallError) in
            let prefix = prefix.lowercased()
            guard DisplayNameRules.lengths.contains(prefix.utf8.count),
                DisplayNameRules.badCharacterPosition(in: prefix) == nil
            else { throw .refused(.invalidArgument, .fieldMalformed, "prefix") }
            let findable = server.accounts.values.filter(\.profile.isFindable).map(\.id)
            let found = server.users(for: account).filter {
                findable.contains($0.id) && $0.displayName.lowercased().hasPrefix(prefix)
            }
            let sorted = found.sorted { $0.displayName.lowercased() < $1.displayName.lowercased() }
            return Array(sorted.prefix(100))
        }
    }

    public func block(_ id: String) async throws(RollcallError) {
        try await own { _, account, _ throws(RollcallError) in
            try Self.checkOther(id, account)
            account.blocked.insert(id.lowercased())
        }
    }

    public func unblock(_ id: String) async throws(RollcallError) {
        try await own { _, account, _ throws(RollcallError) in
            try require(
                FakeAccount.isID(id), .invalidArgument, .fieldMalformed, "user.user_id")
            account.blocked.remove(id.lowercased())
        }
    }

    public func blockedUsers() async throws(RollcallError) -> [User] {
        try await own { server, account, _ in
            account.blocked.sorted().map { id in
                var profile = Profile()
                profile.userID = id
                if let blocked = server.accounts[id], !blocked.blocked.contains(account.id) {
                    profile.displayName = blocked.profile.displayName
                }
                return User(id: id, profile: profile)
            }
        }
    }

    public func report(
        _ id: String, reason: ReportReason, note: String
    ) async throws(RollcallError) {
        try await own { _, account, _ throws(RollcallError) in
            try require(reason != .unspecified, .invalidArgument, .fieldMissing, "reason")
            guard (try? TextRule(.lines, longest: 500).normal(note)) != nil else {
                throw .refused(.invalidArgument, .fieldMalformed, "note")
            }
            try Self.checkOther(id, account)
        }
    }

    /// Throws unless it can be another user's id.
    private static func checkOther(_ id: String, _ account: FakeAccount) throws(RollcallError) {
        try require(FakeAccount.isID(id), .invalidArgument, .fieldMalformed, "user.user_id")
        try require(id.lowercased() != account.id, .invalidArgument, .fieldMalformed, "user")
    }

    // MARK: Photos

    public func setPhoto(
        _ data: Data, progress: @escaping @Sendable (Double) -> Void
    ) async throws(RollcallError) {
        progress(0)
        try await own { server, account, _ throws(RollcallError) in
            try require(data.count <= 20_000_000, .resourceExhausted, .photoTooLarge, "photo")
            // JPEG, PNG, WebP and HEIC.
            let signs = [Data([0xFF, 0xD8, 0xFF])] + ["PNG", "WEBP", "ftyp"].map { Data($0.utf8) }
            let isPhoto = signs.contains { data.prefix(12).range(of: $0) != nil }
            try require(isPhoto, .invalidArgument, .photoUnsupported, "photo")
            var photo = Photo()
            photo.photoID = String((0..<64).compactMap { _ in "0123456789abcdef".randomElement() })
            photo.size = UInt32(data.count)
            (account.photo, account.profile.photo) = (data, photo)
            account.profile.revision += 1
        }
        progress(1)
    }

    public func deletePhoto() async throws(RollcallError) {
        try await own { _, account, _ in
            (account.photo, account.profile.photo) = (nil, nil)
        }
    }

    /// - Returns: the photo as it was set, in every size.
    public func photo(of user: User, size: Int) async throws(RollcallError) -> Data? {
        try await own { server, account, _ in
            let isShown = server.users([user.id], for: account).first?.photo != nil
            return user.photo != nil && isShown ? server.accounts[user.id]?.photo : nil
        }
    }

    // MARK: Presence

    public func beHere() async throws(RollcallError) {
        let id = try await own { _, account, _ in
            account.presences += 1
            return account.id
        }
        for await _ in world.changes.values(.bufferingNewest(1)) where state.user?.id != id {
            break
        }
        world.change { server in
            let now = server.now
            server.accounts[id]?.presences -= 1
            server.accounts[id]?.lastSeenAt = now
        }
        try require(Task.isCancelled, .unauthenticated, .sessionEnded)
    }

    public func people(_ ids: [String]) -> People {
        People(ids) { [weak self, changes = world.changes] ids, list in
            var known: [User] = []
            for await _ in changes.values(.bufferingNewest(1)) {
                guard let self, let viewer = self.state.user?.id else { return }
                let isOffline = self.isOffline
                if !isOffline {
                    known = self.world.read { server in
                        server.accounts[viewer].map { server.users(ids, for: $0) } ?? []
                    }
                }
                list.show(known, isStale: isOffline)
            }
        }
    }
}
