/// What a start concludes from the database and the mark beside it.
///
/// The mark is written after each commit that ends a session, and before anybody hears of it. So a
/// database behind its mark is a copy from before, in which sessions live that have ended.
///
/// Rejected: no mark, and an operator who starts Auth with `--restored` after a restore. It would
/// save this file, `EpochMark`, and a sync to the disk for each commit that ends a session. But it
/// fails open: where the flag is forgotten, or a script or a snapshot of the machine does the
/// restoring, stolen sessions that were ended go on, and nothing shows it. Services that follow
/// revocations find out only if they were not restarted meanwhile. With the mark, a forgotten step
/// does no harm that lasts: refresh tokens that are newer than the copy look stolen, so their
/// sessions end and their owners are told of a theft that was none. deploy/backup.md asks for the
/// removal of the mark to spare them that.
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
