import Admission
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestSupport

@testable import Presence

/// A roster with its file and those who watch, and a model of it, to which the same happens, in an
/// order that a seed decides. Time passes only when the schedule says so.
struct PresenceSchedule {
    static let userCount = 5
    static let start: Int64 = 1_800_000_000_000

    /// A stream of a device that is open, or that the service has ended and its handler has not yet
    /// noticed.
    struct Stream {
        let id: AttachTable.ID
        let user: Int
        let lease: UInt64
        let tokenEnd: Int64
        var ending: AttachTable.Ending?
    }

    /// A batch that was taken, and is being written.
    struct Taken {
        let batch: JournalBatch
        /// The model then is in `states`.
        let state: Int
        let version: UInt64
    }

    var numbers: TestNumbers
    let ids: [UUIDv7]
    /// Two of each user.
    let sessions: [UUIDv7]
    /// When each user has signed up, as Auth says.
    let signUps: [Int64]
    let configuration: PresenceConfiguration
    var now = Moment(monotonic: 1_000, wall: start)
    var roster: Roster
    var file = ScheduledFile()
    var model: PresenceModel
    var profile = ScheduledProfile(users: userCount)
    var watchers: [ScheduledWatcher] = []
    var streams: [Stream] = []
    var calls: [ScheduledCall] = []
    /// Users whom Auth has erased, until it is answered that this is written.
    var owed: [Int] = []
    /// Ended leases, which some clients go on to renew.
    var ended: [(lease: UInt64, user: Int)] = []
    var taken: Taken?
    /// The version of the first change of blocks that is not written; nil when all are.
    var unwrittenBlocks: UInt64?
    /// Lists that Profile has sent, and that were not written.
    var unwrittenLists: [BlockList] = []
    /// The model at the last time at which everything was written, and after each step since.
    var states: [PresenceModel] = []
    /// When that was.
    var wholeAt: Int64 = 0
    /// The version up to which each run has written everything.
    var written: [Int: UInt64] = [:]
    var run = 0
    /// Cursors below it are not known.
    var floor: UInt64 = 0
    /// By place in the table of users: until when the changes of it are counted, on the monotonic
    /// clock. A place that becomes another user's hands its count on.
    var countedUntil: [UserTable.Index: Int64] = [:]
    /// How often a user was refused, who had changed too much.
    var refusedChanges = 0
    /// What each viewer is to see of each user.
    var sights: [[Roster.Entry]] = []
    var apart: [Int] = []
    private let log: ScheduleLog?

    /// - Parameter log: hears of each step.
    init(seed: UInt64, log: ScheduleLog? = nil) throws {
        var numbers = TestNumbers(seed: seed)
        self.log = log
        var configuration = PresenceConfiguration()
        configuration.idleThreshold = .milliseconds(PresenceModel.idleThreshold)
        configuration.detachGrace = .milliseconds(PresenceModel.grace)
        // With the usual limit no schedule is long enough to meet it.
        if numbers.next() % 4 == 0 {
            configuration.changes = GCRA(1, per: 20_000, burst: 2)
        }
        self.configuration = configuration
        ids = try (0..<Self.userCount).map { _ in try numbers.uuid() }
        sessions = try (0..<Self.userCount * 2).map { _ in try numbers.uuid() }
        signUps = (0..<Self.userCount).map { _ in
            Self.start - 86_400_000 - Int64(numbers.next() % 313_600_000)
        }
        model = PresenceModel(users: Self.userCount, now: now)
        roster = Roster(
            configuration: configuration, epoch: numbers.next(), firstLeaseID: numbers.next(),
            now: now)
        self.numbers = numbers
        roster.restore(StoredJournal(), at: now)
        file.begin(roster.journal.history)
        written[0] = roster.journal.history.base
        roster.applyNames(ProfileNews(replaces: true, isCurrent: true))
        states = [model]
        for index in 0..<4 {
            let viewer = index % 3
            watchers.append(
                ScheduledWatcher(
                    viewer: viewer, session: viewer * 2, users: someUsers(atLeast: 2),
                    of: Self.userCount))
        }
        if chance(3, of: 4) { try beginBlocksAnew() }
        noteSights(comparesCards: true)
    }

    /// - Throws: `Breach`.
    mutating func run(steps: Int) throws {
        for step in 0..<steps {
            try takeStep()
            try settle()
            try checkStep(step)
        }
        try checkAll()
    }

    private mutating func takeStep() throws {
        switch number(100) {
        case 0..<9: try goOnline()
        case 9..<17: try attach()
        case 17..<27: try hear()
        case 27..<30: try closeStream()
        case 30..<33: try goOffline()
        case 33..<35: try kick()
        case 35..<37: try endSession()
        case 37..<41: try pass(milliseconds(1...500))
        case 41..<47: for _ in 0...number(4) { try pass(milliseconds(500...2_400)) }
        case 47..<49: stall()
        case 49..<51: jump()
        case 51: try night()
        case 52..<56: try beginCall()
        case 56..<60: try continueCall()
        case 60: try erase()
        case 61..<63: try name()
        case 63..<66: block()
        case 66..<69: try tellBlocks()
        case 69..<76: try write()
        case 76..<79: try kill()
        case 79: try stop()
        case 80: try endAll()
        case 81..<83: fanOut()
        case 83..<86: try changeWatch()
        case 86..<88: leave()
        default: try read(watcher: number(watchers.count), fansOut: chance(2, of: 3))
        }
    }

    /// Handlers of streams notice that these are over, perhaps.
    private mutating func settle() throws {
        try noteEndedStreams()
        for stream in streams where stream.ending != nil {
            if chance(1, of: 2) { detach(stream.id) }
        }
    }
}

/// Choices, and the log of them.
extension PresenceSchedule {
    mutating func number(_ count: Int) -> Int {
        Int(numbers.next() % UInt64(count))
    }

    mutating func chance(_ part: Int, of whole: Int) -> Bool { number(whole) < part }

    /// Often a round number, so that one thing happens in the millisecond in which another ends.
    mutating func milliseconds(_ range: ClosedRange<Int64>) -> Int64 {
        let width = UInt64(range.upperBound - range.lowerBound)
        let exact = range.lowerBound + Int64(numbers.next() % (width + 1))
        let round = exact / 500 * 500
        return chance(1, of: 2) && range.contains(round) ? round : exact
    }

    mutating func one<T>(of choices: [T]) -> T {
        choices[number(choices.count)]
    }

    mutating func someUsers(atLeast count: Int) -> Int {
        var users = 0
        while users.nonzeroBitCount < count { users |= number(1 << Self.userCount) }
        return users
    }

    func ids(_ mask: Int) -> [UUIDv7] {
        ids.indices.filter { mask >> $0 & 1 == 1 }.map { ids[$0] }
    }

    func note(_ step: @autoclosure () -> String) {
        log?.add(step())
    }
}

extension TestNumbers {
    /// A UUIDv7 that is the same in each run.
    fileprivate mutating func uuid() throws -> UUIDv7 {
        let (high, low) = (next(), next())
        var bytes = (0..<8).map { UInt8(truncatingIfNeeded: high >> (8 * $0)) }
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: low >> (8 * $0)) }
        bytes[6] = 0x70 | bytes[6] & 0x0f
        bytes[8] = 0x80 | bytes[8] & 0x3f
        guard let id = UUIDv7(bytes: bytes) else { throw Breach("no UUIDv7: \(bytes)") }
        return id
    }
}
