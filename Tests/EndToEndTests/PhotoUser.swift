import RollcallAPI
import RollcallClient
import RollcallRPC
import Synchronization
import Testing

/// Some photos that users change between.
struct PhotoChoice: Sendable {
    private let photos: [[UInt8]]
    /// As Profile stores them.
    private let stored: [[UInt8]]
    private let ids: [String]

    /// - Parameter user: who uploads each once.
    init(storedBy user: PhotoUser, at profiles: ProfileServiceClient) async throws {
        photos = try (0..<4).map { try ExamplePhoto.numbered($0) }
        var (stored, ids): ([[UInt8]], [String]) = ([], [])
        for photo in photos {
            ids.append(try await profiles.upload(photo, options: user.options).photoID)
            let bytes = try await profiles.photo(of: user.id, options: user.options)
            stored.append(try #require(bytes))
        }
        _ = try await profiles.deletePhoto(DeletePhotoRequest(), options: user.options)
        (self.stored, self.ids) = (stored, ids)
    }

    /// A photo, or none, that is another one.
    func other(than photo: Int?) -> (number: Int?, bytes: [UInt8]?) {
        let all = [nil] + photos.indices.map(Optional.some)
        let number = all.filter { $0 != photo }.randomElement() ?? nil
        return (number, number.map { photos[$0] })
    }

    /// What all instances say that a user's photo is; nil if they do not agree, if it is not whole,
    /// or if it is none of those that it may be.
    func seen(
        of user: PhotoUser, after changes: PhotoChanges, at instances: [ProfileServiceClient]
    ) async throws -> Int?? {
        var agreed: Int??
        // A transaction of a process that was killed may still commit.
        _ = try await holds(within: .seconds(5)) {
            var all: Set<Int?> = []
            for profiles in instances { all.insert(try await photo(of: user, at: profiles)) }
            agreed = all.count == 1 ? all.first : nil
            return agreed.map { $0 == changes.acknowledged || changes.isUnknown($0) } ?? false
        }
        return agreed.flatMap { photo in
            photo == changes.acknowledged || changes.isUnknown(photo) ? .some(photo) : nil
        }
    }

    /// - Returns: -1 for bytes that are none of the photos, or not those that the profile names.
    private func photo(of user: PhotoUser, at profiles: ProfileServiceClient) async throws -> Int? {
        let answer = try await profiles.getProfile(
            GetProfileRequest(user: .id(user.id)), options: user.options)
        guard let named = answer.profile?.photo else { return nil }
        let bytes = try await profiles.photo(of: user.id, options: user.options)
        guard let number = stored.firstIndex(where: { $0 == bytes }) else { return -1 }
        return named.photoID == ids[number] && Int(named.size) == bytes?.count ? number : -1
    }

    /// The ids of the photos of those users who have one.
    func ids(of users: [PhotoUser]) -> [String: String] {
        var found: [String: String] = [:]
        for user in users { found[user.id] = user.photo.map { ids[$0] } }
        return found
    }
}

/// What users are to do.
final class UploadRound: Sendable {
    enum Phase: Int, AtomicRepresentable {
        case both, oneIsAway, over
    }

    private let current = Atomic(Phase.both)
    private let changes = Atomic(0)

    var phase: Phase { current.load(ordering: .sequentiallyConsistent) }

    /// Changes that were begun and acknowledged while one was away.
    var changesWhileOneIsAway: Int { changes.load(ordering: .sequentiallyConsistent) }

    func noteChangeWhileOneIsAway() {
        changes.add(1, ordering: .sequentiallyConsistent)
    }

    func enter(_ phase: Phase) {
        current.store(phase, ordering: .sequentiallyConsistent)
    }
}

/// What became of a user's changes, up to the first that failed.
struct PhotoChanges: Sendable {
    /// The last photo that was acknowledged, or the one of before.
    var acknowledged: Int?
    /// The one of which nobody knows, and the error that it was answered with.
    var unknown: Int??
    var error: (any Error)?
    var count = 0

    func isUnknown(_ photo: Int?) -> Bool { unknown.map { $0 == photo } ?? false }
}

/// A user who changes the photo all the time.
struct PhotoUser: Sendable {
    let resident: Resident
    private var tokens: Tokens
    private(set) var options: CallOptions
    /// The number of the photo; nil for none.
    var photo: Int?
    /// Those that were acknowledged.
    var changes = 0

    init(_ resident: Resident) throws {
        self.resident = resident
        tokens = resident.phone.tokens
        options = try resident.options()
    }

    var id: String { resident.id }

    /// Exchanges the tokens.
    mutating func renew() async throws {
        options = try await resident.renewing(&tokens)
        // An upload takes a while on a machine with other work.
        options.timeout = .seconds(15)
    }

    /// Changes the photo until the round is over, or until that fails.
    func change(
        _ photos: PhotoChoice, at profiles: ProfileServiceClient, in round: UploadRound
    ) async -> PhotoChanges {
        var changes = PhotoChanges(acknowledged: photo)
        while round.phase != .over {
            let isOneAway = round.phase == .oneIsAway
            let (number, bytes) = photos.other(than: changes.acknowledged)
            do {
                if let bytes {
                    try await profiles.upload(bytes, options: options)
                } else {
                    _ = try await profiles.deletePhoto(DeletePhotoRequest(), options: options)
                }
            } catch {
                (changes.unknown, changes.error) = (.some(number), error)
                return changes
            }
            changes.acknowledged = number
            changes.count += 1
            if isOneAway { round.noteChangeWhileOneIsAway() }
        }
        return changes
    }
}
