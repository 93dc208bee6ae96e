import Glibc

/// Why `rollcall-photo` did not do what it was asked.
public enum PhotoProgramError: Error, Equatable, Sendable {
    /// The program is not where it was looked for.
    case programMissing(String)
    /// The system did not start the program: its path, and the system's `errno`.
    case notStarted(String, Int32)

    /// The bytes are neither JPEG nor, where those are read too, PNG, WebP or HEIC.
    case notAPhoto
    /// The file is of a kind that is not read, such as lossless JPEG.
    case unsupported
    /// The file is cut off, or contradicts itself.
    case broken
    /// The photo has more pixels than are decoded: 50 million.
    case tooManyPixels
    /// The file has more bytes than are read: 64 MiB.
    case tooManyBytes
    /// The photo is not small enough at any quality and size that is worth sending.
    case doesNotFit

    /// The program had no memory left.
    case outOfMemory
    /// The program could not enter its sandbox, and read nothing.
    case notConfined
    /// The program was ended because it took too long.
    case timedOut
    /// The program was ended by this signal.
    case crashed(Int32)
    /// The program ended with a status, or an answer, that it should not have.
    case misbehaved
}

extension PhotoProgramError {
    /// What an exit status means; the statuses are those of `rollcall-photo/status.h`.
    init(status: Int32) {
        self =
            switch status {
            case 10: .notAPhoto
            case 11: .unsupported
            case 12: .broken
            case 13: .tooManyPixels
            case 14: .tooManyBytes
            case 15: .doesNotFit
            case 16: .outOfMemory
            case 17: .notConfined
            default: .misbehaved
            }
    }

    /// Whether it was the photo that was wrong, and not this machine.
    public var isAboutThePhoto: Bool {
        switch self {
        case .notAPhoto, .unsupported, .broken, .tooManyPixels, .tooManyBytes, .doesNotFit: true
        case .programMissing, .notStarted, .outOfMemory, .notConfined, .timedOut, .crashed,
            .misbehaved:
            false
        }
    }
}

/// For the person who chose the photo.
extension PhotoProgramError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .programMissing(let place): "there is no program rollcall-photo \(place)"
        case .notStarted(let path, let code):
            "\(path) cannot be started: \(String(cString: strerror(code)))"
        case .notAPhoto: "the file is not a JPEG, PNG, WebP or HEIC photo"
        case .unsupported: "the photo is of a kind that is not read, such as lossless JPEG"
        case .broken: "the photo is damaged or cut off"
        case .tooManyPixels: "the photo has more than 50 megapixels"
        case .tooManyBytes: "the file has more than 64 MiB"
        case .doesNotFit: "the photo cannot be made small enough"
        case .outOfMemory: "there is not enough memory to read the photo"
        case .notConfined:
            "rollcall-photo cannot enter its sandbox here, and reads nothing without it"
        case .timedOut: "reading the photo takes too long"
        case .crashed: "the photo makes its decoder fail"
        case .misbehaved: "rollcall-photo gave an answer that makes no sense"
        }
    }
}
