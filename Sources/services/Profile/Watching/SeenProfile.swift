import RollcallAPI
import RollcallCrypto

/// What users see of a user: read once, and shared by all who watch. A watch that is not read keeps
/// one for each of its users, so it has nothing that can be made of the profile again.
final class SeenProfile: Sendable {
    /// Of nobody: there is no such profile.
    static let none = SeenProfile(nil)

    /// Without the texts, which are long: those are read again when they are told.
    let profile: StoredProfile?
    /// Of the usual fields, as others see them.
    private let usual: UInt64?
    /// Of all fields, if they were read.
    private let whole: UInt64?

    init(_ profile: StoredProfile?) {
        let hasTexts = profile.map { $0.details != ProfileDetails() } ?? false
        usual = profile?.fingerprint(of: .usual, for: .anotherUser)
        whole = hasTexts ? profile?.fingerprint(of: .all, for: .anotherUser) : usual
        var brief = profile
        brief?.details = ProfileDetails()
        self.profile = brief
    }

    /// A number that is another one when anything is that the viewer sees.
    ///
    /// - Parameter fields: if texts are among them, the texts were read.
    /// - Returns: `nil` if there is nothing to see.
    func fingerprint(of fields: ProfileFields, for viewer: UUIDv7) -> UInt64? {
        guard let profile, profile.user == viewer else { return fields.haveTexts ? whole : usual }
        // Owners see the revision, which grows with each change, also of a text.
        return profile.fingerprint(of: .usual, for: .user(viewer))
    }
}

extension StoredProfile {
    fileprivate func fingerprint(of fields: ProfileFields, for viewer: Viewer) -> UInt64 {
        let message = message(for: viewer).reduced(to: fields)
        // Whether everyone may keep the URL of the photo, or one viewer for a time. The URL itself
        // is no part of it, as it changes with time.
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
