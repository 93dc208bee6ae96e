import Glibc

/// The program `rollcall-photo`: it decodes photos in a process of its own, which can neither open
/// files nor connect, and whose memory and time are limited. A photo that breaks a decoder breaks
/// that process alone.
public struct PhotoProgram: Sendable {
    /// Where the program is.
    public let path: String

    /// Bytes of all the parts of `sizes` together.
    private static let sizesLimit = 4 << 20
    /// Longer than the program allows itself: it is for one that does not stop by itself.
    private static let preparationTime = Duration.seconds(70)

    /// Finds the program.
    ///
    /// - Parameter path: where it is; by default beside the running executable, or else in `PATH`.
    /// - Throws: `PhotoProgramError.programMissing`.
    public init(path: String? = nil) throws(PhotoProgramError) {
        self.path = try ProgramSearch.find("rollcall-photo", at: path)
    }

    /// Makes of a photo as people have it, JPEG, PNG, WebP or HEIC, one that can be sent: an upright
    /// JPEG in sRGB or Display P3 with nothing but picture.
    ///
    /// - Parameters:
    ///   - side: pixels that the longer side may have, 64 to 65,500.
    ///   - bytes: that it may have, up to 64 MiB.
    /// - Throws: `PhotoProgramError`; `CancellationError`.
    public func prepare(
        _ photo: [UInt8], side: Int = 2048, bytes: Int = 500_000
    ) async throws -> [UInt8] {
        try await run(
            ["prepare", String(side), String(bytes)], photo, outputLimit: bytes,
            timeLimit: Self.preparationTime)
    }

    /// Makes the squares of a JPEG, and its placeholder.
    ///
    /// They come from a process that has decoded a stranger's photo: check them.
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

    /// Has the program enter its sandbox and try to leave it.
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
        case .exited(let status): throw PhotoProgramError(status: status)
        case .stopped(.cancelled): throw CancellationError()
        case .stopped(.tooMuchOutput): throw PhotoProgramError.misbehaved
        case .stopped(.timedOut), .signalled(SIGALRM), .signalled(SIGXCPU):
            throw PhotoProgramError.timedOut
        case .signalled(let signal): throw PhotoProgramError.crashed(signal)
        }
    }
}
