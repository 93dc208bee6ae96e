import RollcallAPI
import RollcallCrypto

/// A profile as it is stored, with what nobody but its owner sees.
struct StoredProfile: Sendable, Equatable {
    let user: UUIDv7
    /// Empty for a user without one.
    var name: String
    let photo: StoredPhoto?
    /// Milliseconds since 1970.
    let createdAt: Int64
    var updatedAt: Int64
    var revision: UInt64
    var details: ProfileDetails
    var visibilities: Visibilities
    /// Whether a search finds the user.
    var isFindable: Bool

    /// What a viewer may see of it.
    ///
    /// - Parameter links: where photos are read over HTTP, if they are.
    func message(for viewer: Viewer, links: PhotoLinks? = nil) -> Profile {
        let isOwn = viewer == .user(user)
        func sees(_ field: ProfileField) -> Bool {
            isOwn || viewer.sees(visibilities[field], of: user)
        }
        var profile = Profile(userID: user.description, displayName: name)
        if let photo, sees(.photo) {
            var message = photo.message
            links?.add(to: &message, photo.id, of: user, seenBy: visibilities[.photo], for: viewer)
            profile.photo = message
        }
        if viewer != .stranger {
            (profile.createdAtMs, profile.updatedAtMs) = (createdAt, updatedAt)
        }
        if details != ProfileDetails() {
            if sees(.bio) { profile.bio = details.bio }
            if sees(.pronouns) { profile.pronouns = details.pronouns }
            if sees(.location) { profile.location = details.location }
            if sees(.links) { profile.links = details.links }
        }
        if isOwn {
            profile.revision = revision
            profile.visibilities = visibilities.message
            profile.isFindable = isFindable
        }
        return profile
    }

    /// Whether there is a photo that everyone may see, and that has a URL without an end.
    var isPhotoPublic: Bool { photo != nil && visibilities[.photo] == .everyone }

    /// What the owner sees.
    func ownMessage(links: PhotoLinks? = nil) -> Profile { message(for: .user(user), links: links) }
}

/// What users say of themselves beside name and photo.
struct ProfileDetails: Sendable, Equatable {
    var bio = ""
    var pronouns = ""
    var location = ""
    var links: [String] = []
}
