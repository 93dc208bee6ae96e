extension Dictionary {
    /// Removes a member of a key's set, and the key with its last one.
    package mutating func remove<Member>(_ member: Member, of key: Key) where Value == Set<Member> {
        self[key]?.remove(member)
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}
