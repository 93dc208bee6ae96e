import Blobs
import Foundation
import RollcallCrypto
import RollcallRPC
import Storage
import TestPostgreSQL
import TestServers
import TestSupport

@testable import Profile

/// What a schedule has shown to be wrong.
struct PhotoBreach: Error, CustomStringConvertible {
    let description: String
}

/// The users, the photos and the tables that schedules use, one schedule after another.
struct ScheduledTables: Sendable {
    static let settling: Int64 = 300_000

    let store: ProfileStore
    let users: [UUIDv7]
    let photos: [(id: BlobID, bytes: [UInt8])]
    let objects: ScheduledObjects

    /// - Parameter path: where SQLite is to have its file: one in memory makes schedules quick.
    init(at path: String) async throws {
        store = try await blocking { try ProfileStore(.file(path)) { _ in } }
        // A clock that a schedule turns.
        try await store.write { transaction in
            try transaction.run(PlainCommand("DROP VIEW databaseClock"))
            try transaction.run(PlainCommand("CREATE TABLE databaseClock (nowMs INTEGER NOT NULL)"))
            try transaction.run(PlainCommand("INSERT INTO databaseClock VALUES (1000000)"))
        }
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        var users: [UUIDv7] = []
        for _ in 0..<3 {
            let user = try ids.next()
            try await store.restore(user, wanting: .none, now: 1) {
                throw RPCError.profileNotFound
            }
            users.append(user)
        }
        self.users = users
        photos = (0..<2 as Range<UInt8>).compactMap { number in
            let bytes = TestPhoto.made(number)
            return BlobID(SHA256Digest(of: bytes).description).map { ($0, bytes) }
        }
        objects = ScheduledObjects(of: Dictionary(uniqueKeysWithValues: photos.map { ($0, $1) }))
    }

    private static let clock = Query<Int64>("SELECT nowMs FROM databaseClock")
    private static let turnClock = Command<Int64>("UPDATE databaseClock SET nowMs = nowMs + $1")
    private static let photosOfUsers = Query<(UUIDv7, BlobID)>(
        "SELECT userID, photoID FROM profile WHERE photoID IS NOT NULL"
    ) { try ($0.next(), $0.next()) }
    private static let allPhotos = Query<BlobID>("SELECT id FROM photo")

    func now() async throws -> Int64 { try await store.first(Self.clock) ?? 0 }

    func turnClock(by milliseconds: Int64) async throws {
        _ = try await store.write { try $0.run(Self.turnClock, milliseconds) }
    }

    /// The photo of each user, and those that have a row.
    func rows() async throws -> (ofUsers: [UUIDv7: BlobID], all: Set<BlobID>) {
        try await store.read { snapshot in
            let ofUsers = try snapshot.all(Self.photosOfUsers)
            let all = try snapshot.all(Self.allPhotos)
            return (Dictionary(uniqueKeysWithValues: ofUsers), Set(all))
        }
    }
}

/// Uploads, replacements, deletions, reads, collections, comparisons and crashes of some instances,
/// in an order that a seed decides. At every step each photo that has a row has its file; in the
/// end nothing else has one.
struct PhotoSchedule {
    enum Mode: Sendable, CaseIterable {
        /// One process has the files for itself, and a request is over when the process is.
        case files
        /// Two instances share an object store, where what was given up may have its effect later.
        case shared
        /// As `shared`, but the instances believe that nothing comes late.
        case impatient
    }

    private let tables: ScheduledTables
    private let mode: Mode
    private var random: TestNumbers
    private var now: Int64
    private var instances: [PhotoArchive] = []
    private var calls: [ScheduledCall] = []
    /// The photo of each user, as far as calls have been answered.
    private var photos: [BlobID?]
    /// What each user may have been seen with since a read began.
    private var seen: [ObjectIdentifier: Set<BlobID?>] = [:]
    /// Requests that were given up, and until when they may have their effect.
    private var late: [(request: ScheduledObjects.Request, until: Int64)] = []

    init(_ tables: ScheduledTables, _ mode: Mode, seed: UInt64) async throws {
        self.tables = tables
        self.mode = mode
        random = TestNumbers(seed: seed &* 0x9E37_79B9_7F4A_7C15)
        now = try await tables.now()
        photos = tables.users.map { _ in nil }
        instances = (0..<(mode == .files ? 1 : 2)).map { _ in archive() }
    }

    private func archive() -> PhotoArchive {
        let settling = Duration.milliseconds(mode == .shared ? ScheduledTables.settling : 0)
        return PhotoArchive(
            store: tables.store, blobs: tables.objects.store(settlingTime: settling),
            limits: .usual, retryPause: .seconds(1), announcementPause: .zero, logger: .quiet)
    }

    /// - Throws: `PhotoBreach`.
    mutating func run(steps: Int) async throws {
        for _ in 0..<steps {
            try await step()
            try await checkThatRowsHaveFiles()
        }
        try await settle()
    }

    private mutating func step() async throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<60: try await goOn()
        case 60..<85: try await beginCall()
        case 85..<88: performLate()
        case 88..<97: try await turnClock()
        default: try await crash(Int.random(in: instances.indices, using: &random))
        }
    }
}

extension PhotoSchedule {
    private mutating func beginCall() async throws {
        let instance = Int.random(in: instances.indices, using: &random)
        let user = Int.random(in: tables.users.indices, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4 where isFree(user):
            let photo = Int.random(in: tables.photos.indices, using: &random)
            try await begin(.upload(user: user, photo: photo), instance)
        case 4..<6 where isFree(user):
            try await instances[instance].deletePhoto(of: tables.users[user], now: 1)
            note(nil, of: user)
        case 6: try await begin(.read(user: user), instance)
        case 7...8 where !hasCall(.collection, instance): try await begin(.collection, instance)
        case 9 where !hasCall(.check, instance): try await begin(.check, instance)
        default: try await goOn()
        }
    }

    /// A user does one thing after another.
    private func isFree(_ user: Int) -> Bool {
        !calls.contains { if case .upload(user, _) = $0.kind { true } else { false } }
    }

    private func hasCall(_ kind: ScheduledCall.Kind, _ instance: Int) -> Bool {
        calls.contains { $0.kind == kind && $0.instance == instance }
    }

    private mutating func begin(_ kind: ScheduledCall.Kind, _ instance: Int) async throws {
        let haste = Int.random(in: 0..<1000, using: &random)
        let call = ScheduledCall(kind, instance: instance, begunAt: now, haste: haste)
        calls.append(call)
        if case .read(let user) = kind { seen[ObjectIdentifier(call)] = [photos[user]] }
        let (archive, tables) = (instances[instance], tables)
        await call.begin {
            switch kind {
            case .upload(let user, let photo):
                _ = try await archive.replacePhoto(of: tables.users[user], now: 1) {
                    try await $0.append(tables.photos[photo].bytes)
                }
            case .read(let user):
                let user = tables.users[user]
                return try await archive.photo(of: user, for: .user(user)).1
            case .collection:
                let batch = try await tables.store.garbage(after: nil, limit: 64)
                try await call.stand(before: .start)
                call.claim(batch)
                _ = try await archive.collect(batch)
            case .check:
                call.claim(tables.photos.map(\.id))
                var check = PhotoCheck.fast(of: archive)
                for (id, _) in tables.photos {
                    try await check.check(part: UInt8(id.hex.prefix(2), radix: 16) ?? 0) { fault in
                        throw PhotoBreach(description: "a check finds \(fault)")
                    }
                }
            }
            return []
        }
        try await end(call)
    }

    /// Lets a call go on that does not wait for another of its instance: mostly the one with the
    /// most haste, so that some stand still while others come to their end.
    private mutating func goOn() async throws {
        let ready = calls.filter { !isWaiting($0) }
        let isByHaste = Int.random(in: 0..<8, using: &random) > 0
        let call =
            isByHaste
            ? ready.max { $0.haste < $1.haste } : ready.randomElement(using: &random)
        guard let call else { return }
        await call.goOn(verdict(on: call))
        try await end(call)
    }

    /// Whether an upload would find its file claimed (`PhotoClaims`).
    private func isWaiting(_ call: ScheduledCall) -> Bool {
        guard case .upload(_, let photo) = call.kind, call.stand == .start else { return false }
        let file = tables.photos[photo].id
        return calls.contains { $0.instance == call.instance && $0.claimed.contains(file) }
    }

    private mutating func verdict(on call: ScheduledCall) -> ScheduledCall.Verdict {
        guard mode != .files, call.stand != .start, Int.random(in: 0..<10, using: &random) == 0
        else { return .goOn }
        leaveBehind(call)
        return .giveUp
    }

    /// The request of a call that is given up may be on its way.
    private mutating func leaveBehind(_ call: ScheduledCall) {
        guard mode != .files, case .request(let request) = call.stand, request != .look,
            Bool.random(using: &random)
        else { return }
        late.append((request, now + ScheduledTables.settling / 2))
    }

    private mutating func crash(_ instance: Int) async throws {
        for call in calls where call.instance == instance {
            leaveBehind(call)
            await call.goOn(.die)
            try await end(call)
        }
        instances[instance] = archive()
    }

    private mutating func performLate() {
        guard !late.isEmpty else { return }
        let index = Int.random(in: late.indices, using: &random)
        tables.objects.perform(late.remove(at: index).request)
    }

    /// Requests end in half of the settling time; so those under way, and those that were given up,
    /// bound how far the clock may go.
    private mutating func turnClock() async throws {
        let half = ScheduledTables.settling / 2
        let step = Int.random(in: 0..<2, using: &random) == 0 ? half / 3 : 2 * half + 1
        let bound = calls.filter(Self.hasToEnd).map { $0.begunAt + half }.min() ?? .max
        guard now + step < bound else { return }
        for index in late.indices.reversed() where late[index].until <= now + step {
            let request = late.remove(at: index).request
            if Bool.random(using: &random) { tables.objects.perform(request) }
        }
        now += step
        try await tables.turnClock(by: step)
    }

    private static func hasToEnd(_ call: ScheduledCall) -> Bool {
        switch call.kind {
        case .read, .check: false
        case .collection: true
        case .upload: call.stand != .start && call.stand != .answer
        }
    }
}

extension PhotoSchedule {
    /// Holds what a call has answered against what is there, if it has ended.
    private mutating func end(_ call: ScheduledCall) async throws {
        guard let outcome = call.outcome else { return }
        calls.removeAll { $0 === call }
        if case .failure(let breach as PhotoBreach) = outcome { throw breach }
        switch call.kind {
        case .upload(let user, let photo): try await end(outcome, user, tables.photos[photo].id)
        case .read: try end(outcome, seen: seen.removeValue(forKey: ObjectIdentifier(call)) ?? [])
        case .collection, .check:
            if case .failure(let error) = outcome, !Self.isForeseen(error) { throw error }
        }
    }

    private mutating func end(
        _ outcome: Result<[UInt8], any Error>, _ user: Int, _ photo: BlobID
    ) async throws {
        switch outcome {
        case .success: note(photo, of: user)
        case .failure(let error):
            guard Self.isForeseen(error) else { throw error }
            if mode == .files, !(error is ScheduledCall.Death) {
                throw PhotoBreach(description: "an upload is refused: \(error)")
            }
        }
        let row = try await tables.rows().ofUsers[tables.users[user]]
        guard row == photos[user] else {
            throw PhotoBreach(
                description: "user \(user) has \(row?.hex ?? "nothing") after \(outcome)")
        }
    }

    private func end(_ outcome: Result<[UInt8], any Error>, seen: Set<BlobID?>) throws {
        switch outcome {
        case .success(let bytes):
            let photo = tables.photos.first { $0.bytes == bytes }?.id
            guard let photo, seen.contains(photo) else {
                throw PhotoBreach(description: "a read had another photo")
            }
        case .failure(let error as RPCError) where error == .photoNotFound:
            guard seen.contains(nil) else {
                throw PhotoBreach(description: "a read had no photo")
            }
        case .failure(let error):
            guard Self.isForeseen(error) else {
                throw PhotoBreach(description: "a read: \(error)")
            }
        }
    }

    private static func isForeseen(_ error: any Error) -> Bool {
        switch error {
        case is ScheduledCall.Death, BlobError.unavailable: true
        case let error as RPCError: error.code == .unavailable
        default: false
        }
    }

    private mutating func note(_ photo: BlobID?, of user: Int) {
        photos[user] = photo
        for call in calls {
            if case .read(user) = call.kind { seen[ObjectIdentifier(call)]?.insert(photo) }
        }
    }

    private func checkThatRowsHaveFiles() async throws {
        let lost = try await tables.rows().all.subtracting(tables.objects.ids)
        guard lost.isEmpty else { throw PhotoBreach(description: "rows without files: \(lost)") }
    }

    /// Ends all calls, and then collects all that is garbage: what is left is what users have.
    /// Leaves nothing to the next schedule.
    private mutating func settle() async throws {
        while !calls.isEmpty {
            try await goOn()
            try await checkThatRowsHaveFiles()
        }
        while !late.isEmpty { performLate() }
        try await checkThatRowsHaveFiles()
        try await collectAll()
        let rows = try await tables.rows()
        guard tables.objects.ids == rows.all, rows.all == Set(rows.ofUsers.values) else {
            throw PhotoBreach(description: "files without rows: \(tables.objects.ids)")
        }
        for user in tables.users { try await instances[0].deletePhoto(of: user, now: 1) }
        try await collectAll()
        guard tables.objects.ids.isEmpty else { throw PhotoBreach(description: "files are left") }
    }

    private mutating func collectAll() async throws {
        now += 2 * ScheduledTables.settling
        try await tables.turnClock(by: 2 * ScheduledTables.settling)
        guard try await instances[0].collect() else {
            throw PhotoBreach(description: "what has settled is not collected")
        }
    }
}
