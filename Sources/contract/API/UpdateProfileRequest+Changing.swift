extension UpdateProfileRequest {
    /// A request that changes the given fields, and names them in its mask.
    ///
    /// - Parameter revision: the revision that the profile must have; nil for any.
    public static func changing(
        displayName: String? = nil, bio: String? = nil, pronouns: String? = nil,
        location: String? = nil, links: [String]? = nil, visibilities: [FieldVisibility]? = nil,
        isFindable: Bool? = nil, revision: UInt64? = nil
    ) -> UpdateProfileRequest {
        let mask: KeyValuePairs = [
            "display_name": displayName != nil, "bio": bio != nil, "pronouns": pronouns != nil,
            "location": location != nil, "links": links != nil,
            "visibilities": visibilities != nil, "is_findable": isFindable != nil,
        ]
        return UpdateProfileRequest(
            updateMask: mask.filter(\.value).map(\.key), displayName: displayName ?? "",
            bio: bio ?? "", pronouns: pronouns ?? "", location: location ?? "",
            links: links ?? [], visibilities: visibilities ?? [], isFindable: isFindable ?? false,
            revision: revision)
    }
}
