import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Somebody who calls the service, under their own name.
struct Person: Sendable {
    let profiles: ProfileServiceClient
    let peers: ProfilePeerServiceClient
    let administration: ProfileAdminServiceClient
    let id: String
    private let caller: String

    init(_ server: ProfileServer, _ caller: String, id: String = "") {
        profiles = ProfileServiceClient(server.connection)
        peers = ProfilePeerServiceClient(server.connection)
        administration = ProfileAdminServiceClient(server.connection)
        self.caller = caller
        self.id = id
    }

    func options(timeout: Duration? = nil) throws -> CallOptions {
        var metadata = Metadata()
        try metadata.add("caller", text: caller)
        return CallOptions(timeout: timeout, metadata: metadata)
    }

    /// The entries of a list, page after page.
    ///
    /// - Parameter page: asks for the page of a token.
    func allPages<Entry>(
        _ page: (_ token: String) async throws -> (entries: [Entry], next: String)
    ) async throws -> [Entry] {
        var (entries, token): ([Entry], String) = ([], "")
        repeat {
            let next = try await page(token)
            (entries, token) = (entries + next.entries, next.next)
        } while !token.isEmpty
        return entries
    }

    func hold(_ name: String, for user: String) async throws {
        _ = try await peers.holdDisplayName(
            HoldDisplayNameRequest(userID: user, displayName: name), options: options())
    }

    func holdWithoutName(for user: String) async throws {
        _ = try await peers.holdDisplayName(
            HoldDisplayNameRequest(userID: user, isNameless: true), options: options())
    }

    func confirm(_ user: String) async throws {
        _ = try await peers.confirmDisplayName(
            ConfirmDisplayNameRequest(userID: user), options: options())
    }

    func release(_ user: String) async throws {
        _ = try await peers.releaseDisplayName(
            ReleaseDisplayNameRequest(userID: user), options: options())
    }

    @discardableResult
    func check(_ name: String) async throws -> CheckDisplayNameResponse {
        try await profiles.checkDisplayName(
            CheckDisplayNameRequest(displayName: name), options: options())
    }

    func profile(of user: String) async throws -> Profile? {
        try await get(.id(user))
    }

    func profile(named name: String) async throws -> Profile? {
        try await get(.name(name))
    }

    func get(_ key: UserKey?) async throws -> Profile? {
        try await profiles.getProfile(GetProfileRequest(user: key), options: options()).profile
    }

    func resolve(_ name: String) async throws -> String {
        try await peers.resolveDisplayName(
            ResolveDisplayNameRequest(displayName: name), options: options()
        ).userID
    }

    func names(of users: [String]) async throws -> [String: String] {
        let response = try await peers.getDisplayNames(
            GetDisplayNamesRequest(userIDs: users), options: options())
        return Dictionary(uniqueKeysWithValues: response.users.map { ($0.userID, $0.displayName) })
    }

    /// - Returns: when the user was erased.
    @discardableResult
    func erase(_ user: String, freeName: Bool = false) async throws -> Int64 {
        try await peers.eraseProfile(
            EraseProfileRequest(userID: user, freeName: freeName), options: options()
        ).erasedAtMs
    }

    func list(_ request: ListProfilesRequest) async throws -> ListProfilesResponse {
        try await peers.listProfiles(request, options: options())
    }

    func restore(_ user: String, wanting name: String = "") async throws {
        _ = try await peers.restoreProfile(
            RestoreProfileRequest(userID: user, displayName: name), options: options())
    }

    func restoreWithoutName(_ user: String) async throws {
        _ = try await peers.restoreProfile(
            RestoreProfileRequest(userID: user, isNameless: true), options: options())
    }

    func setName(
        of user: UserKey.Key?, to name: String, because reason: String = "as the test wants it",
        telling ownerReason: String = ""
    ) async throws -> String {
        try await administration.setDisplayName(
            SetDisplayNameRequest(
                user: UserKey(key: user), displayName: name, reason: reason,
                ownerReason: ownerReason), options: options()
        ).userID
    }

    func removeName(
        of user: UserKey.Key?, because reason: String = "as the test wants it",
        telling ownerReason: String = ""
    ) async throws -> String {
        try await administration.removeDisplayName(
            RemoveDisplayNameRequest(
                user: UserKey(key: user), reason: reason, ownerReason: ownerReason),
            options: options()
        ).userID
    }

    /// The first page.
    func history(of name: String) async throws -> GetNameHistoryResponse {
        try await administration.getNameHistory(
            GetNameHistoryRequest(displayName: name), options: options())
    }

    @discardableResult
    func reserveWord(_ word: String, because reason: String = "") async throws -> ReservedWord? {
        try await administration.reserveWord(
            ReserveWordRequest(word: word, reason: reason), options: options()
        ).word
    }

    @discardableResult
    func releaseWord(_ word: String, because reason: String = "") async throws -> ReservedWord? {
        try await administration.releaseWord(
            ReleaseWordRequest(word: word, reason: reason), options: options()
        ).word
    }

    /// All words that are reserved or were released, page after page.
    func words(pageSize: UInt32 = 0) async throws -> [ReservedWord] {
        try await allPages {
            let request = ListReservedWordsRequest(pageSize: pageSize, pageToken: $0)
            let page = try await administration.listReservedWords(request, options: options())
            return (page.words, page.nextPageToken)
        }
    }

    func export(_ user: String) async throws -> (profile: Profile?, photo: [UInt8]) {
        let parts = try await peers.exportProfile(
            ExportProfileRequest(userID: user), options: options())
        guard case .profile(let profile) = try await parts.next()?.part else { return (nil, []) }
        var photo: [UInt8] = []
        while case .photoChunk(let chunk) = try await parts.next()?.part { photo += chunk }
        return (profile, photo)
    }

    func rename(to name: String) async throws -> Profile? {
        try await profiles.updateProfile(
            .changing(displayName: name), options: options()
        ).profile
    }

    @discardableResult
    func update(_ request: UpdateProfileRequest) async throws -> Profile {
        try await profiles.updateProfile(request, options: options()).profile ?? Profile()
    }

    func block(_ key: UserKey.Key?) async throws {
        _ = try await profiles.blockUser(
            BlockUserRequest(user: UserKey(key: key)), options: options())
    }

    func unblock(_ key: UserKey.Key?) async throws {
        _ = try await profiles.unblockUser(
            UnblockUserRequest(user: UserKey(key: key)), options: options())
    }

    /// All whom the user has blocked, page after page.
    func blocked(pageSize: UInt32 = 0) async throws -> [NamedUser] {
        try await allPages {
            let request = ListBlockedUsersRequest(pageSize: pageSize, pageToken: $0)
            let page = try await profiles.listBlockedUsers(request, options: options())
            return (page.users, page.nextPageToken)
        }
    }

    func batch(
        _ keys: [UserKey.Key?], _ fields: [ProfileField] = []
    ) async throws -> BatchGetProfilesResponse {
        try await profiles.batchGetProfiles(
            BatchGetProfilesRequest(users: keys.map { UserKey(key: $0) }, fields: fields),
            options: options())
    }

    /// All whom a search finds, page after page.
    func search(_ prefix: String, pageSize: UInt32 = 0) async throws -> [Profile] {
        try await allPages {
            let request = SearchProfilesRequest(
                prefix: prefix, pageSize: pageSize, pageToken: $0)
            let page = try await profiles.searchProfiles(request, options: options())
            return (page.profiles, page.nextPageToken)
        }
    }

    func follow(
        from cursor: ProfileChangeCursor? = nil
    ) async throws -> ResponseStream<WatchProfileChangesResponse> {
        try await peers.watchProfileChanges(
            WatchProfileChangesRequest(cursor: cursor), options: options())
    }

    func watch(
        _ users: [String], _ fields: [ProfileField] = [], from cursor: ProfileWatchCursor? = nil
    ) async throws -> ResponseStream<WatchProfilesResponse> {
        try await profiles.watchProfiles(
            WatchProfilesRequest(userIDs: users, cursor: cursor, fields: fields),
            options: options())
    }

    func show(_ field: ProfileField, to visibility: Visibility) async throws {
        try await update(
            .changing(
                visibilities: [FieldVisibility(field: field, visibility: visibility)]))
    }

    /// Begins an upload, by the declaration of a photo.
    func beginUpload(
        of photo: [UInt8], timeout: Duration? = nil
    ) async throws -> PhotoUploadCall {
        let call = try await profiles.uploadPhoto(options: options(timeout: timeout))
        try await call.send(UploadPhotoRequest(declaration: PhotoDeclaration(of: photo)))
        return call
    }

    /// Uploads in chunks of the given sizes, the last of which repeats.
    func upload(
        _ photo: [UInt8], chunks: [Int] = [65_536], declaring declaration: PhotoDeclaration? = nil
    ) async throws -> Photo {
        let call = try await profiles.uploadPhoto(options: options())
        var request = UploadPhotoRequest(declaration: declaration ?? PhotoDeclaration(of: photo))
        var rest = photo[...]
        var index = 0
        repeat {
            request.chunk = Array(rest.prefix(chunks[min(index, chunks.count - 1)]))
            do {
                try await call.send(request)
            } catch {
                // The server has answered before all was sent: `finish` says what.
                break
            }
            rest = rest.dropFirst(request.chunk.count)
            request = UploadPhotoRequest()
            index += 1
        } while !rest.isEmpty
        return try await call.photo()
    }

    func download(
        _ user: String, size: UInt32 = 0, from offset: UInt32 = 0, length: UInt32 = 0,
        ifNoneMatch: String = ""
    ) async throws -> (photo: Photo?, chunks: [[UInt8]]) {
        let parts = try await profiles.downloadPhoto(
            DownloadPhotoRequest(
                user: .id(user), size: size, ifNoneMatch: ifNoneMatch, offset: offset,
                length: length),
            options: options())
        guard case .photo(let photo) = try await parts.next()?.part else { return (nil, []) }
        var chunks: [[UInt8]] = []
        while case .chunk(let chunk) = try await parts.next()?.part { chunks.append(chunk) }
        return (photo, chunks)
    }

    func deletePhoto() async throws {
        _ = try await profiles.deletePhoto(DeletePhotoRequest(), options: options())
    }
}

extension PhotoDeclaration {
    init(of photo: [UInt8]) {
        self.init(size: UInt32(photo.count), sha256: SHA256Digest(of: photo).bytes)
    }
}

typealias PhotoUploadCall = ClientStreamingCall<UploadPhotoRequest, UploadPhotoResponse>

extension PhotoUploadCall {
    /// Says that all was sent, and waits for the photo.
    func photo() async throws -> Photo { try await finish().photo ?? Photo() }
}

extension Profile {
    /// Without what only its owner sees of a profile that hides nothing.
    var asOthersSeeIt: Profile {
        var profile = self
        (profile.revision, profile.visibilities, profile.isFindable) = (0, [], false)
        return profile
    }
}
