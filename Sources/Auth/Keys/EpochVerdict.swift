/// What a start makes of the database and of the mark beside it. The mark is written after each
/// commit that revokes something, and before anybody hears of it: so a database behind its mark is
/// a copy from before, in which sessions live that have ended.
enum EpochVerdict: Equatable, Sendable {
    /// The database is what it was, or has the little more that a crash kept from the mark.
    case goesOn
    /// There has never been a mark.
    case isFirst
    /// Another epoch is to begin.
    case isOver(Reason)

    enum Reason: String, Sendable {
        case databaseIsOld = "the database is older than the mark beside it"
        case markIsGone = "the mark beside the database is gone"
        case markIsDamaged = "the mark beside the database is damaged"
    }

    init(of database: RevocationPosition, hadMark: Bool, mark: EpochMark.Content) {
        switch mark {
        case .nothing: self = hadMark ? .isOver(.markIsGone) : .isFirst
        case .damaged: self = .isOver(.markIsDamaged)
        case .position(let marked):
            let isBehind = database.epoch != marked.epoch || database.version < marked.version
            self = isBehind ? .isOver(.databaseIsOld) : .goesOn
        }
    }
}
