import RollcallPhotos
import RollcallRPC

/// The limits and pauses of Profile.
package struct ProfileConfiguration: Sendable {
    /// Rates in place of the contract's, by the names of limits.
    package var limits: [String: RateLimit] = [:]
    /// What may be uploaded, and how many uploads one user may begin, beside those that a busy
    /// server refuses.
    package var photos = PhotoLimits.usual
    package var uploadsPerHour = RateLimit(60, per: .seconds(3600))
    /// Uploads at once, and of one user among them.
    package var uploads = 256
    package var uploadsPerUser = 4
    /// Uploads at once that keep the server busy (`BusyUploads`). With more, each takes longer: a
    /// server on one core stores no more photos a second.
    package var busyUploads = 40
    /// Downloads at once, and to one user among them. Each holds its photo.
    package var downloads = 128
    package var downloadsPerUser = 8
    /// What makes the sizes of photos; nil for none.
    package var photoProgram: PhotoProgram?
    /// Photos that it works on at once, and how long it may take for one.
    package var photoWorkers = 2
    package var photoWorkTime = Duration.seconds(25)
    /// How long an upload may take, from its first message to its last, and how long a download.
    package var uploadTime = Duration.seconds(300)
    package var downloadTime = Duration.seconds(120)
    /// Watches of profiles at once, and of one user among them; and the users that are watched in
    /// all, by one account and from one address, counted once for each watch. A watch that is read
    /// has some 200 bytes for each of them; one that is not read, up to 700.
    package var watches = 20_000
    package var watchesPerUser = 8
    package var watchedUsers = 2_000_000
    package var watchedUsersPerAccount = 4_000
    package var watchedUsersPerAddress = 40_000
    /// Between two signs of life of a stream of changes.
    package var heartbeat = Duration.seconds(2)
    /// Between two looks for changes of other instances.
    package var changePoll = Duration.milliseconds(250)
    /// The most bytes of photos that only open reports keep.
    package var reportPhotoBytes: Int64 = 1 << 30
    /// Until the removal of a photo that failed is tried again.
    package var collectionRetryPause = Duration.seconds(60)

    package init() {}
}
