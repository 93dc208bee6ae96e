/// What a run still has to write, and the versions that watches can continue from.
package struct Journal: Sendable {
    var backlog = Backlog()
    var unwritten = UnwrittenVersions()
    var departed = DepartedUsers()
    /// The known range of versions.
    var history: VersionHistory

    /// Whether there is anything to be written.
    package var hasUnwritten: Bool { !backlog.isEmpty || !unwritten.isEmpty }
}
