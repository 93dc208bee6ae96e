import Admission
import ConnectHTTP
import HTTPTypes
import NIOCore
import RollcallAPI
import RollcallClient
import RollcallPhotos
import RollcallRPC
import Synchronization

/// Takes photos as people have them (JPEG, PNG, WebP or HEIC), in one request of raw bytes: turned
/// upright and shrunk by `rollcall-photo`, they go to Profile.
final class PhotoDoor: Sendable {
    private let auth: AuthServiceClient
    private let profile: ProfileServiceClient
    private let workers: PhotoWorkers
    /// The most bytes of a photo.
    private let limit: Int
    /// Photos in memory, one for each user.
    private let slots = Mutex(Slots<String>(64, ofKey: 1))

    /// - Parameter workers: decode photos, each in up to 1 GiB.
    init(_ services: WebServices.Clients, _ workers: PhotoWorkers, limit: Int) {
        auth = AuthServiceClient(services.auth)
        profile = ProfileServiceClient(services.profile)
        self.workers = workers
        self.limit = limit
    }

    /// - Throws: `RPCError`.
    @concurrent func take(
        _ photo: inout IncomingBody, _ options: CallOptions
    ) async throws -> Photo {
        // Before anything is read: strangers must not make this process hold or decode photos.
        let session = try await auth.getSession(GetSessionRequest(), options: options).session
        let user = session?.userID ?? ""
        guard slots.withLock({ $0.take(for: user) }) else { throw PhotoProgramError.busy.refusal }
        defer { slots.withLock { $0.release(for: user) } }
        guard photo.declaredLength ?? 0 <= limit else {
            throw PhotoProgramError.tooManyBytes.refusal
        }
        let bytes = try await photo.whole(limit: limit)
        let ready: [UInt8]
        do {
            ready = try await workers.run {
                try await $0.prepare(Array(bytes.readableBytesView))
            }
        } catch let error as PhotoProgramError {
            throw error.refusal
        }
        return try await profile.upload(ready, options: options)
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
