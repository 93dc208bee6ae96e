import Admission
import ConnectHTTP
import HTTPServing
import NIOCore
import RollcallAPI
import RollcallClient
import RollcallPhotos
import RollcallRPC
import Synchronization

/// Takes photos as people have them (JPEG, PNG, WebP or HEIC), in one request of raw bytes or in a
/// form: turned upright and shrunk by `rollcall-photo`, they go to Profile.
final class PhotoDoor: Sendable {
    let metrics = CallMetrics.of("PUT /photo", prefix: "web")
    private let auth: AuthServiceClient
    private let profile: ProfileServiceClient
    private let workers: PhotoWorkers
    /// The most bytes of a photo.
    let limit: Int
    private let uploads = Mutex(Uploads())

    /// - Parameter workers: decode photos, each in up to 1 GiB.
    init(_ services: WebServices.Clients, _ workers: PhotoWorkers, limit: Int) {
        auth = AuthServiceClient(services.auth)
        profile = ProfileServiceClient(services.profile)
        self.workers = workers
        self.limit = limit
    }

    /// - Parameter type: the media type of the body: a form has the photo in its field `photo`.
    /// - Throws: `RPCError`.
    func take(
        _ photo: inout IncomingBody, of type: String?, _ writer: AnswerWriter,
        from client: IPAddress?, _ options: CallOptions
    ) async throws -> Photo {
        // Before anything is read: strangers must not make this process hold or decode photos.
        let session = try await auth.getSession(GetSessionRequest(), options: options).session
        let tooLarge = RPCError.violation(
            .invalidArgument, .photoTooLarge, field: "photo",
            "the photo has more than \(limit >> 20) MiB")
        var form = try MultipartFile(contentType: type ?? "")
        let most = limit + (form == nil ? 0 : MultipartFile.overhead)
        // Here, too, so that it does not need a place.
        guard photo.declaredLength ?? 0 <= most else { throw tooLarge }
        let sender = Uploads.Sender(
            user: session?.userID ?? "", client: client.map { ClientNetwork($0) })
        guard uploads.withLock({ $0.begin(sender) }) else { throw PhotoProgramError.busy.refusal }
        var bytes: [UInt8] = []
        defer { uploads.withLock { $0.end(sender, bytes.count) } }
        bytes.reserveCapacity(photo.declaredLength ?? 0)
        try await photo.read(limit: most, otherwise: tooLarge, writer) { part in
            let part = try form?.take(part) ?? part
            guard bytes.count + part.readableBytes <= limit else { throw tooLarge }
            guard uploads.withLock({ $0.bytes.take(part.readableBytes) }) else {
                throw PhotoProgramError.busy.refusal
            }
            bytes += part.readableBytesView
        }
        try form?.end()
        let ready: [UInt8]
        do {
            ready = try await workers.run { [bytes] in try await $0.prepare(bytes) }
        } catch let error as PhotoProgramError {
            throw error.refusal
        }
        return try await profile.upload(ready, options: options)
    }
}

/// The photos in memory: one for each user, a few for each client, and so many bytes of all.
private struct Uploads {
    struct Sender {
        let user: String
        /// Nil when it is not known.
        let client: ClientNetwork?
    }

    /// Counted as they arrive, so that slow senders hold little.
    var bytes = Budget(256 << 20)
    private var users = Slots<String>(ofKey: 1)
    private var clients = Slots<ClientNetwork>(ofKey: 4)

    mutating func begin(_ sender: Sender) -> Bool {
        guard users.take(for: sender.user) else { return false }
        guard let client = sender.client, !clients.take(for: client) else { return true }
        users.release(for: sender.user)
        return false
    }

    mutating func end(_ sender: Sender, _ count: Int) {
        bytes.release(count)
        users.release(for: sender.user)
        if let client = sender.client { clients.release(for: client) }
    }
}

extension PhotoProgramError {
    fileprivate var refusal: RPCError {
        guard isAboutThePhoto else {
            return .retryLater(.unavailable, .overloaded, after: .seconds(2), "\(self)")
        }
        let reason: Reason =
            switch self {
            case .tooManyPixels: .photoDimensionsTooLarge
            case .tooManyBytes, .doesNotFit: .photoTooLarge
            default: .photoUnsupported
            }
        return .violation(.invalidArgument, reason, field: "photo", "\(self)")
    }
}
