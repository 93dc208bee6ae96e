import Glibc

/// Why `rollcall-photo` did not do what it was asked.
public enum PhotoProgramError: Error, Equatable, Sendable {
    /// The program is not where it was looked for.
    case programMissing(String)
    /// The system did not start the program: its path, and the system's `errno`.
    case notStarted(String, Int32)
    /// The program at this path ended before it began: it lacks a library, or has one too old.
    case cannotRun(String)

    /// The bytes are neither JPEG nor, where those are read too, PNG, WebP or HEIC.
    case notAPhoto
    /// The file is a photo in a format that is not read, such as "an AVIF".
    case otherFormat(String)
    /// The file is of a kind that is not read here, such as lossless JPEG.
    case unsupported
    /// The file is cut off, or contradicts itself.
    case broken
    /// The photo has more pixels than are decoded: 67 million, or 268 million of a JPEG that can be
    /// shrunk while it is decoded.
    case tooManyPixels
    /// The file has more bytes than are read: 64 MiB.
    case tooManyBytes
    /// The photo is not small enough at any quality and size that is worth sending.
    case doesNotFit

    /// Too many other photos wait.
    case busy
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
        case .busy, .outOfMemory, .timedOut, .crashed, .misbehaved: false
        default: !isAboutTheMachine
        }
    }

    /// Whether this machine cannot read any photo at present.
    package var isAboutTheMachine: Bool {
        switch self {
        case .programMissing, .notStarted, .cannotRun, .notConfined: true
        default: false
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
        case .cannotRun(let path): "\(path) cannot run here: \"\(path) check\" says why"
        case .notAPhoto: "the file is not a JPEG, PNG, WebP or HEIC photo"
        case .otherFormat(let format): "the file is \(format), which is not read: save it as a JPEG"
        case .unsupported:
            "the photo is of a kind that is not read here, such as lossless JPEG or a HEIC that is "
                + "newer than the decoder: save it as a JPEG"
        case .broken: "the photo is damaged or cut off"
        case .tooManyPixels:
            "the photo has more than 67 megapixels, or 268 as a JPEG: save a smaller copy"
        case .tooManyBytes: "the file has more than 64 MiB"
        case .doesNotFit: "the photo cannot be made small enough"
        case .busy: "too many other photos are being read"
        case .outOfMemory: "there is not enough memory to read the photo"
        case .notConfined:
            "rollcall-photo cannot enter its sandbox here, and reads nothing without it"
        case .timedOut: "reading the photo takes too long"
        case .crashed: "the photo makes its decoder fail"
        case .misbehaved: "rollcall-photo gave an answer that makes no sense"
        }
    }
}
