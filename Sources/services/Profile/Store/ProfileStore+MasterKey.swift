import Storage

extension ProfileStore {
    package static var program: String { "rollcall-profile" }

    /// Nothing: the links to photos and the cursors of watches are made with the key, and not kept.
    package func deleteSealed(_ transaction: Transaction<ProfileEvent>, now: Int64) throws {}
}
