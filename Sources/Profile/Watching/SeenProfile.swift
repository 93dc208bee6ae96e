import RollcallAPI
import RollcallCrypto

/// What users see of a user: read once, and shared by all who watch.
final class SeenProfile: Sendable {
    /// A profile as it is told, and a number that is another one when anything in it is.
    struct Sight: Sendable {
        let message: Profile
        let fingerprint: UInt64

        fileprivate init(_ profile: StoredProfile, for viewer: Viewer) {
            message = profile.message(for: viewer).reduced(to: ProfileBatch.usualFields)
            // With the URL of the photo, which everyone may keep or one viewer for a time.
            let isPublic: UInt8 = message.photo != nil && profile.isPhotoPublic ? 1 : 0
            fingerprint = SHA256Digest(of: message.serialized() + [isPublic]).fingerprint
        }
    }

    /// Of nobody: there is no such profile, or it is frozen.
    static let none = SeenProfile(nil)

    private let profile: StoredProfile?
    private let ofOthers: Sight?

    init(_ profile: StoredProfile?) {
        self.profile = profile
        ofOthers = profile.map { Sight($0, for: .anotherUser) }
    }

    /// What a viewer who sees it is told.
    ///
    /// - Parameter links: where photos are read over HTTP, if they are: each viewer has other ones. As they
    ///   change with time, they are no part of the fingerprint; whether they are for everyone is.
    func message(for viewer: UUIDv7, links: PhotoLinks?) -> Profile? {
        guard let links, let profile else { return sight(for: viewer)?.message }
        return profile.message(for: .user(viewer), links: links).reduced(
            to: ProfileBatch.usualFields)
    }

    /// - Returns: `nil` if there is nothing to see.
    func sight(for viewer: UUIDv7) -> Sight? {
        guard let profile, profile.user == viewer else { return ofOthers }
        return Sight(profile, for: .user(viewer))
    }
}

extension SHA256Digest {
    /// The first bytes of it.
    var fingerprint: UInt64 {
        withBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
    }
}
