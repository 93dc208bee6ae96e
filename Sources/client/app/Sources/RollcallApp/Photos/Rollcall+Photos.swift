import Foundation

extension Rollcall {
    /// How many times as long as a call an attempt to send a photo may take. The door waits a
    /// minute for it, and then decodes it.
    private static let uploadTime = 6

    public func setPhoto(
        _ data: Data, progress: @escaping @Sendable (Double) -> Void
    ) async throws(RollcallError) {
        let highest = Locked(-1.0)
        @Sendable func report(_ part: Double) {
            // Under the lock, so that no later report comes earlier.
            highest.withLock { highest in
                guard part > highest else { return }
                highest = part
                progress(part)
            }
        }
        report(0)
        let user = try await keeper.user()
        let photo = await shrinker.shrunk(data)
        try await threeTimes { () async throws(RollcallError) in
            // Who has signed in meanwhile does not get the photo of the user before.
            guard state.user?.id == user.id else { throw .notSignedIn }
            try await caller.authorized(.user) { token async throws(RollcallError) in
                try await keeper.connection.put(
                    photo, to: "photo", token: token,
                    timeout: keeper.connection.timeout * Self.uploadTime
                ) { sent in
                    // The rest is what the door does with it.
                    report(min(0.95, 0.95 * Double(sent) / Double(max(1, photo.count))))
                }
            }
        }
        // The photo is set. If its description cannot be read now, it is read later.
        try? await ownProfile.read()
        report(1)
    }

    public func deletePhoto() async throws(RollcallError) {
        let user = try await keeper.user()
        _ = try await profile.deletePhoto()
        _ = try? await keeper.changeUser(user.id) { $0.profile.photo = nil }
        // The profile has another revision now, without which nobody could change it.
        try? await ownProfile.read()
    }

    public func photo(of user: User, size: Int) async throws(RollcallError) -> Data? {
        guard let photoID = user.photo?.photoID, !photoID.isEmpty else { return nil }
        let viewer = try await keeper.user()
        let square = size > 0 ? [64, 128, 256, 512].first { $0 >= size } ?? 0 : 0
        return try await photos.photo(of: user.id, photoID, square, for: viewer.id)
    }
}
