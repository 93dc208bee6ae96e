import Glibc
import JPEG

/// The program `rollcall-photo` decodes photos in a process of its own. That process can neither
/// open files nor connect, and its memory and time are limited. A photo that breaks a decoder
/// breaks only that process.
public struct PhotoProgram: Sendable {
    /// The path of the program.
    public let path: String

    /// The most bytes of all parts of `sizes` together.
    private static let sizesLimit = 4 << 20
    /// Longer than the program's own limit. It is for a program that does not stop by itself.
    private static let preparationTime = Duration.seconds(70)

    /// Formats of cameras and phones that the program does not read.
    private static let unread: Set<FileFormat> = [.avif, .jpegXL, .jpeg2000, .tiff, .bmp]

    /// Finds the program.
    ///
    /// - Parameter path: its path; by default beside the running executable, then in `PATH`.
    /// - Throws: `PhotoProgramError.programMissing`.
    public init(path: String? = nil) throws(PhotoProgramError) {
        self.path = try ProgramSearch.find("rollcall-photo", at: path)
    }

    /// Converts a user's photo (JPEG, PNG, WebP or HEIC) to one that can be uploaded: an upright
    /// JPEG in sRGB or Display P3, without metadata. If the program cannot run here, a JPEG within
    /// the usual limits of uploads only loses its metadata.
    ///
    /// - Parameters:
    ///   - side: the most pixels of the longer side, 64 to 65,500.
    ///   - bytes: the most bytes of the result, up to 64 MiB.
    /// - Throws: `PhotoProgramError`; `CancellationError`.
    public func prepare(
        _ photo: [UInt8], side: Int = 2048, bytes: Int = 500_000
    ) async throws -> [UInt8] {
        let format = FileFormat(head: Array(photo.prefix(FileFormat.headSize)))
        if let format, Self.unread.contains(format) {
            throw PhotoProgramError.otherFormat(format.description)
        }
        do {
            return try await run(
                ["prepare", String(side), String(bytes)], photo, outputLimit: bytes,
                timeLimit: Self.preparationTime)
        } catch let error as PhotoProgramError where error.isAboutTheMachine {
            // A JPEG that needs no conversion need not be decoded.
            var (sanitizer, jpeg) = (JPEGSanitizer(), [UInt8]())
            guard (try? sanitizer.consume(photo, into: &jpeg)) != nil,
                (try? sanitizer.finish()) != nil
            else { throw error }
            return jpeg
        }
    }

    /// Makes the squares of a JPEG, and its placeholder.
    ///
    /// They come from a process that has decoded an untrusted photo: check them.
    ///
    /// - Throws: `PhotoProgramError`; `CancellationError`.
    package func sizes(
        of photo: [UInt8], timeLimit: Duration = .seconds(25)
    ) async throws -> PhotoSizes {
        let output = try await run(
            ["sizes"], photo, outputLimit: Self.sizesLimit, timeLimit: timeLimit)
        guard let sizes = PhotoSizes(output) else { throw PhotoProgramError.misbehaved }
        return sizes
    }

    /// Lets the program enter its sandbox and try to leave it.
    ///
    /// - Throws: `PhotoProgramError.notConfined` if it cannot enter, or can leave.
    package func check() async throws {
        _ = try await run(["check"], [], outputLimit: 0, timeLimit: .seconds(10))
    }

    private func run(
        _ arguments: [String], _ input: [UInt8], outputLimit: Int, timeLimit: Duration
    ) async throws -> [UInt8] {
        let child = ChildProcess()
        let deadline = ContinuousClock.now + timeLimit
        let (output, ending) = try await withTaskCancellationHandler {
            try await onThread {
                try child.run(
                    path, arguments, input: input, outputLimit: outputLimit, until: deadline)
            }
        } onCancel: {
            child.stop(.cancelled)
        }
        switch ending {
        case .exited(0): return output
        // As the dynamic linker ends a program.
        case .exited(127): throw PhotoProgramError.cannotRun(path)
        case .exited(let status): throw PhotoProgramError(status: status)
        case .stopped(.cancelled): throw CancellationError()
        case .stopped(.tooMuchOutput): throw PhotoProgramError.misbehaved
        case .stopped(.timedOut), .signalled(SIGALRM), .signalled(SIGXCPU):
            throw PhotoProgramError.timedOut
        case .signalled(let signal): throw PhotoProgramError.crashed(signal)
        }
    }
}
