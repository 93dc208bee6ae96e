@testable import Presence

/// A call that writes to the file: other things happen before it does, and before that takes
/// effect.
struct ScheduledCall {
    enum Kind {
        case show(UserVisibility)
        case register(at: Int64)
        case erase
    }

    enum Phase {
        /// Its version is reserved.
        case begun
        /// It is written, and the store has answered.
        case written(Roster.Setting?)
    }

    let user: Int
    let kind: Kind
    /// What is to be settled when it has taken effect.
    let reserved: UInt64?
    /// Under which the change is to be written.
    let version: UInt64?
    /// The first version of which the file may lack something until the call has taken effect: also
    /// where the call changes nothing now, as others may change it by then.
    var settlesBefore: UInt64?
    var phase = Phase.begun

    var isErasure: Bool {
        if case .erase = kind { true } else { false }
    }
}
