/// What a roster knows besides when the leases are those of an engine, which it only shows.
struct Replica: Sendable {
    /// Whether all users were read once.
    var isKnown = false
    var resumePoints: ResumePoints
    /// The engine's position after the last change that is known here.
    var position = EnginePosition(epoch: 0, version: 0)
    /// Until when users were invisible, in milliseconds since 1970-01-01 UTC: the engine asks for
    /// it after it has lost data.
    var hiddenUntil: [UserTable.Index: Int64] = [:]
    /// By lease, the streams that are open here.
    var streams: [UInt64: AttachTable.ID] = [:]
    /// By user, the engine's version of the last change; 0 for none.
    private var versions: [UInt64] = []
    /// While all users are read: by user, whether that one was.
    private var areRead: [Bool]?

    init(resumeOverlap: Duration) {
        resumePoints = ResumePoints(overlap: resumeOverlap)
    }

    func version(of user: UserTable.Index) -> UInt64 {
        user < versions.count ? versions[Int(user)] : 0
    }

    mutating func setVersion(of user: UserTable.Index, _ version: UInt64) {
        while versions.count <= user { versions.append(0) }
        versions[Int(user)] = version
    }

    /// Each user that the engine has data of.
    var users: some Sequence<UserTable.Index> {
        versions.indices.lazy.filter { versions[$0] > 0 }.map { UserTable.Index($0) }
    }

    mutating func beginReading() {
        areRead = []
    }

    mutating func noteRead(_ user: UserTable.Index) {
        guard var marks = areRead.take() else { return }
        while marks.count <= user { marks.append(false) }
        marks[Int(user)] = true
        areRead = marks
    }

    /// - Returns: the users that the engine had data of, and that were not read.
    mutating func endReading() -> [UserTable.Index] {
        let marks = areRead.take() ?? []
        return versions.indices.filter {
            versions[$0] > 0 && ($0 >= marks.count || !marks[$0])
        }.map { UserTable.Index($0) }
    }
}
