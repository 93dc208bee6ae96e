import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func batchGetProfiles(
        _ request: BatchGetProfilesRequest, context: CallContext
    ) async throws -> BatchGetProfilesResponse {
        let viewer = try Viewer(context)
        let batch = try ProfileBatch(request)
        return try await padding.padding { isTelling in
            let profiles = try await store.profiles(
                of: batch.users, named: batch.names, withTexts: batch.fields.haveTexts, for: viewer)
            isTelling = profiles.count < batch.users.count + batch.names.count
            return try await batch.answer(from: profiles, for: viewer, links: links)
        }
    }
}

/// The profiles that a request asks for.
struct ProfileBatch {
    static let limit = 1000
    /// Bytes of an answer, encoded: below what a message may have (4 MiB), with room for `left`.
    static let room = 4 << 20 - 128 << 10
    /// Profiles that are shown at once, in less than a millisecond.
    static let turn = 64

    /// Lets other calls of the event loop have their turn. A yield would only pass over what is
    /// ready, before any socket is read.
    static func letOthersRun() async throws {
        try await Task.sleep(for: .microseconds(20), tolerance: .zero)
    }

    private let keys: [ProfileKey]
    let fields: ProfileFields

    /// - Throws: `RPCError` (TOO_MANY, FIELD_MISSING, FIELD_MALFORMED).
    init(_ request: BatchGetProfilesRequest) throws {
        guard request.users.count <= Self.limit else {
            throw RPCError.violation(
                .invalidArgument, .tooMany, field: "users",
                "at most \(Self.limit) profiles are read at once")
        }
        fields = try ProfileFields(request: request.fields, orElse: .usual)
        keys = try RPCError.reading(request.users, of: "users", Self.key)
    }

    /// - Returns: `nil` for a name that breaks the rules: nobody has it.
    private static func key(of user: UserKey) throws -> ProfileKey? {
        do {
            return try ProfileKey(request: user, field: "")
        } catch let error as RPCError where error.code == .notFound {
            return nil
        }
    }

    var users: [UUIDv7] {
        keys.compactMap { if case .id(let user) = $0 { user } else { nil } }
    }

    var names: [DisplayName] {
        keys.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// As many as there is room for, in the order of the request.
    func answer(
        from profiles: [StoredProfile], for viewer: Viewer, links: PhotoLinks?
    ) async throws -> BatchGetProfilesResponse {
        let byUser = Dictionary(profiles.map { ($0.user, $0) }) { first, _ in first }
        let byName = Dictionary(profiles.map { ($0.name.lowercased(), $0) }) { first, _ in first }
        var response = BatchGetProfilesResponse()
        var told = Set<UUIDv7>()
        var size = 0
        for (index, key) in keys.enumerated() {
            if index > 0, index % Self.turn == 0 { try await Self.letOthersRun() }
            let found =
                switch key {
                case .id(let user): byUser[user]
                case .name(let name): byName[name.canonical]
                }
            guard let found, !told.contains(found.user) else { continue }
            if size < Self.room {
                let message = found.message(for: viewer, links: links).reduced(to: fields)
                size += message.roughSize
                if size < Self.room {
                    told.insert(found.user)
                    response.profiles.append(message)
                    continue
                }
            }
            response.left.append(key.message)
        }
        return response
    }
}

extension Profile {
    /// Bytes that it has at most, encoded: the texts, and an upper bound for the rest.
    fileprivate var roughSize: Int {
        let texts = [displayName, bio, pronouns, location] + links
        let places = (photo?.sizes.map(\.url) ?? []) + [photo?.url ?? ""]
        return (texts + places).reduce(320) { $0 + $1.utf8.count + 4 }
    }
}

extension ProfileKey {
    fileprivate var message: UserKey {
        switch self {
        case .id(let user): .id(user.description)
        case .name(let name): .name(name.text)
        }
    }
}
