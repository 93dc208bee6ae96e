import RollcallAPI
import RollcallCrypto

/// What users see of a user: read once, and shared by all who watch. A watch that is not read keeps
/// one for each of its users, so it has nothing that can be made of the profile again.
final class SeenProfile: Sendable {
    /// Of nobody: there is no such profile.
    static let none = SeenProfile(nil)

    private let profile: StoredProfile?
    /// Of what others see.
    private let fingerprint: UInt64?

    init(_ profile: StoredProfile?) {
        self.profile = profile
        fingerprint = profile?.fingerprint(for: .anotherUser)
    }

    /// What a viewer who sees it is told.
    ///
    /// - Parameter links: where photos are read over HTTP, if they are: each viewer has other ones.
    ///   As they change with time, they are no part of the fingerprint; whether they are for
    ///   everyone is.
    func message(for viewer: UUIDv7, links: PhotoLinks?) -> Profile? {
        profile?.message(for: .user(viewer), links: links).reduced(to: ProfileBatch.usualFields)
    }

    /// A number that is another one when anything is that the viewer sees.
    ///
    /// - Returns: `nil` if there is nothing to see.
    func fingerprint(for viewer: UUIDv7) -> UInt64? {
        guard let profile, profile.user == viewer else { return fingerprint }
        return profile.fingerprint(for: .user(viewer))
    }
}

extension StoredProfile {
    fileprivate func fingerprint(for viewer: Viewer) -> UInt64 {
        let message = message(for: viewer).reduced(to: ProfileBatch.usualFields)
        // With the URL of the photo, which everyone may keep or one viewer for a time.
        let isPublic: UInt8 = message.photo != nil && isPhotoPublic ? 1 : 0
        return SHA256Digest(of: message.serialized() + [isPublic]).fingerprint
    }
}

extension SHA256Digest {
    /// The first bytes of it.
    var fingerprint: UInt64 {
        withBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
    }
}
