import RollcallCrypto

/// What earlier runs have left for watches that go on.
struct StoredHistory: Sendable, Equatable {
    /// Nil when no run has written anything.
    var epoch: UInt64?
    /// Whether each change that is in the file has its version there. If not, the service was
    /// stopped while more was to be written than fits in one batch.
    var isWhole = true
    /// Changes below this version are not known any more.
    var floor: UInt64 = 0
    var runs: [VersionHistory.Run] = []
    /// In the order of their versions.
    var versions: [UserVersion] = []
    var views: [ViewVersion] = []
}

/// The last change of a user.
struct UserVersion: Sendable, Equatable {
    var user: UUIDv7
    var version: UInt64
}

/// Since when a viewer sees a user as now.
struct ViewVersion: Sendable, Equatable {
    var viewer: UUIDv7
    var user: UUIDv7
    var version: UInt64
}

/// What a batch of the journal says of versions.
struct HistoryBatch: Sendable, Equatable {
    var epoch: UInt64
    var run: VersionHistory.Run
    /// Whether the file has all changes with the versions up to `run.written`, once this is
    /// written.
    var isWhole: Bool
    var floor: UInt64
    var versions: [UserVersion] = []
    var views: [ViewVersion] = []
}

/// What a transaction that writes blocks says of versions.
struct ViewBatch: Sendable, Equatable {
    var views: [ViewVersion] = []
    /// Changes of views below it are not known any more.
    var floor: UInt64 = 0
}
