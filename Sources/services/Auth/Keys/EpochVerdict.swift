/// The result of comparing the database with its mark at a start.
///
/// The mark is written after each commit that ends a session, and before any receiver is told. So a
/// database behind its mark is an earlier copy, in which ended sessions are still live.
///
/// Rejected: no mark, and an operator who starts Auth with `--restored` after a restore. It would save
/// this file, `EpochMark`, and a sync to the disk for each commit that ends a session. But it fails open.
/// If the flag is forgotten, or a script or a snapshot of the machine does the restore, stolen sessions
/// that were ended continue unnoticed. Services that follow revocations detect it only if they were not
/// restarted meanwhile. With the mark, a forgotten step does no lasting harm: refresh tokens newer than
/// the copy look stolen, so their sessions end, and their owners are told of a theft that never happened.
/// deploy/backup.md asks for the removal of the mark to avoid that.
enum EpochVerdict: Equatable, Sendable {
    /// The database is unchanged, or slightly newer: a crash may have come before the mark was written.
    case goesOn
    /// There has never been a mark.
    case isFirst
    /// Another epoch must begin.
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
