import Blobs
import JPEG
import RollcallAPI
import RollcallRPC

/// The errors of the contract, each said in one place.
extension RPCError {
    static let displayNameTaken = violation(
        .alreadyExists, .displayNameTaken, field: "display_name",
        "another account has, holds or recently had the display name, or a name that looks like it")
    static let displayNameReserved = violation(
        .invalidArgument, .displayNameReserved, field: "display_name",
        DisplayName.sentence(about: .displayNameReserved))
    /// - Parameter wait: until the user may give up another name.
    static func renamedTooOften(_ wait: Duration) -> RPCError {
        retryLater(
            .resourceExhausted, .renamedTooOften, after: wait,
            "a user gives up at most \(ProfileStore.quarantineLimit) names in 30 days, and changes the name "
                + "at most \(ProfileStore.renameLimit) times")
    }
    static let holdNotFound = violation(
        .notFound, .holdNotFound, field: "user_id",
        "the user has neither a hold nor a profile, or the hold was released")
    /// - Parameter current: the revision of now.
    static func revisionMismatch(current: UInt64) -> RPCError {
        let violation = Violation(
            reason: .revisionMismatch, field: "revision",
            message: "the profile was changed since; its revision is \(current)")
        let info = ErrorInfo(violations: [violation], currentRevision: current)
        return RPCError(.aborted, violation.message, details: [ErrorDetail(info)])
    }
    static let blockOfOneself = malformed("user", "a user cannot block themselves")
    static let tooManyBlocks = violation(
        .resourceExhausted, .tooMany, field: "user",
        "a user blocks at most \(ProfileStore.blockLimit) others; unblock some first")
    static let tooManyWatchedUsers = violation(
        .resourceExhausted, .tooMany, field: "user_ids",
        "too many users are watched by this account, or from this address; end a watch first")
    static let reportOfOneself = malformed("user", "users cannot report themselves")
    /// - Parameter wait: until the user may send this report.
    static func reportedTooOften(_ wait: Duration) -> RPCError {
        retryLater(
            .resourceExhausted, .reportedTooOften, after: wait,
            "a user reports another once a day, and at most \(ProfileStore.reportLimit) users a day"
        )
    }
    static let reportNotFound = violation(
        .notFound, .reportNotFound, field: "report_id",
        "the report does not exist or was decided")
    static let photoRefused = violation(
        .failedPrecondition, .photoRefused, field: "chunk",
        "an administrator has taken this photo down; choose another")
    static let photoNotRefused = violation(
        .notFound, .photoNotRefused, field: "photo_id", "the photo is not refused")
    static let profileNotFound = violation(
        .notFound, .profileNotFound, "there is no such profile")
    static let photoNotFound = violation(
        .notFound, .photoNotFound, "the profile has no photo")
    static func photoTooLarge(_ limits: PhotoLimits) -> RPCError {
        violation(
            .resourceExhausted, .photoTooLarge, field: "chunk",
            "a photo has at most \(limits.bytes.formattedBytes)")
    }
    static let photoDamaged = violation(
        .dataLoss, .photoDamaged, "the stored photo is damaged; upload it again")

    static let photosUnavailable = RPCError(
        .unavailable, "the store of the photos does not answer; try again later"
    ).pushedBack(by: .seconds(1))
    static let photoOvertaken = RPCError(
        .unavailable, "the same photo was removed meanwhile; upload it again")

    /// What a caller can do about a photo that could not be written or read; `nil` if that is
    /// nothing.
    init?(_ error: BlobError, _ limits: PhotoLimits) {
        switch error {
        case .noSpace: self = .noSpace
        case .readOnly: self = .readOnly
        case .exhausted: self = .overloaded
        case .tooLarge: self = .photoTooLarge(limits)
        case .unavailable, .denied: self = .photosUnavailable
        default: return nil
        }
    }

    /// Which of the contract's rules a photo broke.
    init(_ error: JPEGError, _ limits: PhotoLimits) {
        switch error {
        case .tooManyBytes: self = .photoTooLarge(limits)
        case .tooManyPixels(let width, let height):
            self = .violation(
                .invalidArgument, .photoDimensionsTooLarge, field: "chunk",
                "a photo has at most \(limits.side) pixels a side; this one is \(width) x \(height)"
            )
        case .unsupported:
            self = .violation(.invalidArgument, .photoUnsupported, field: "chunk", "\(error)")
        default:
            self = .violation(.invalidArgument, .photoNotJpeg, field: "chunk", "\(error)")
        }
    }
}
