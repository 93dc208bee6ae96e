import Testing

@testable import RollcallPhotos

struct RefusedPhotosTests {
    private let program: PhotoProgram

    init() throws {
        program = try PhotoProgram()
    }

    @Test(arguments: [
        "", "FF", "GIF89a......", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7",
    ])
    func whatIsNoPhotoIsSaidToBeNone(text: String) async {
        await #expect(throws: PhotoProgramError.notAPhoto) {
            try await program.prepare(Array(text.utf8))
        }
    }

    // 72 megapixels in 9 KB: no memory is taken for them.
    @Test func tooManyPixelsAreRefusedBeforeTheyAreDecoded() async {
        await #expect(throws: PhotoProgramError.tooManyPixels) {
            try await program.prepare(PhotoFixture.bytes("bomb.png"))
        }
    }

    /// libpng would take two gigabytes for it, and say that there is no memory.
    @Test(arguments: ["eXIf", "sPLT", "tIME", "IDAT"])
    func aPNGWithAChunkThatIsNotThereIsBroken(kind: String) async throws {
        var photo = try PhotoFixture.bytes("turned.png")
        let header = 8 + 25
        photo.insert(contentsOf: [0x7F, 0xFF, 0xFF, 0xF0] + kind.utf8, at: header)
        await #expect(throws: PhotoProgramError.broken) { try await program.prepare(photo) }
    }

    @Test func aJPEGThatClaimsTooManyPixelsIsRefused() async throws {
        var photo = try PhotoFixture.bytes("turned-1.jpg")
        let frame = try #require(photo.indices.first { photo[$0...].starts(with: [0xFF, 0xC0]) })
        photo.replaceSubrange(frame + 5..<frame + 9, with: [0xFA, 0xFA, 0xFA, 0xFA])
        await #expect(throws: PhotoProgramError.tooManyPixels) { try await program.prepare(photo) }
        await #expect(throws: PhotoProgramError.tooManyPixels) {
            try await program.sizes(of: photo)
        }
    }

    @Test func aWebPThatClaimsTooManyPixelsIsRefused() async throws {
        var photo = try PhotoFixture.bytes("alpha.webp")
        #expect(photo[12...].starts(with: Array("VP8X".utf8)))
        photo.replaceSubrange(24..<30, with: [0xFE, 0x3F, 0, 0xFE, 0x3F, 0])
        await #expect(throws: PhotoProgramError.self) { try await program.prepare(photo) }
    }

    @Test(arguments: [
        "turned-1.jpg", "progressive.jpg", "interlaced-16.png", "palette.png", "lossy.webp",
        "lossless.webp", "animated.webp", "turned-1.heic", "alpha.heic",
    ])
    func aPhotoThatIsCutOffIsBrokenWhereverThatIs(name: String) async throws {
        let photo = try PhotoFixture.bytes(name)
        for count in stride(from: 16, to: photo.count - 24, by: max(1, photo.count / 12)) {
            await #expect(throws: PhotoProgramError.broken, "\(count) of \(photo.count)") {
                try await program.prepare(Array(photo.prefix(count)))
            }
        }
    }

    /// Bytes that were changed may still be a photo; what must not be is anything but an answer.
    @Test(arguments: [
        "turned-1.jpg", "progressive.jpg", "interlaced-16.png", "lossy.webp", "lossless.webp",
        "animated.webp", "turned-6.heic",
    ])
    func changedBytesGetAPhotoOrAReason(name: String) async throws {
        let photo = try PhotoFixture.bytes(name)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            var changed = photo
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                changed[Int.random(in: 0..<photo.count, using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            do {
                _ = try stored(try await program.prepare(changed))
            } catch let error as PhotoProgramError {
                let reasons: [PhotoProgramError] = [
                    .notAPhoto, .unsupported, .broken, .tooManyPixels, .outOfMemory,
                ]
                #expect(reasons.contains(error), "\(error) for \(changed)")
            }
        }
    }

    @Test func theServicesWorkerReadsJPEGAlone() async throws {
        for name in ["palette.png", "lossy.webp", "turned-1.heic"] {
            await #expect(throws: PhotoProgramError.broken) {
                try await program.sizes(of: PhotoFixture.bytes(name))
            }
        }
    }

    @Test func moreThan64MebibytesAreNotRead() async {
        await #expect(throws: PhotoProgramError.tooManyBytes) {
            try await program.prepare([UInt8](repeating: 0xFF, count: (64 << 20) + 1))
        }
    }
}
