import Foundation
import JPEG
import Testing

@testable import RollcallPhotos

struct PrepareTests {
    private let program: PhotoProgram

    init() throws {
        program = try PhotoProgram()
    }

    private func prepared(_ name: String) async throws -> DecodedPhoto {
        try DecodedPhoto(try await program.prepare(PhotoFixture.bytes(name)))
    }

    @Test(arguments: 1...8)
    func aJPEGIsTurnedAsItsEXIFSays(orientation: Int) async throws {
        let photo = try await prepared("turned-\(orientation).jpg")
        #expect((photo.width, photo.height) == (96, 64))
        #expect(photo.shows(), "\(photo.quarters)")
    }

    // Each has EXIF that says the same as irot and imir: who followed both would turn it twice.
    @Test(arguments: 1...8)
    func aHEICIsTurnedByItsPropertiesAndNotAgainByItsEXIF(orientation: Int) async throws {
        let photo = try await prepared("turned-\(orientation).heic")
        #expect((photo.width, photo.height) == (96, 64))
        #expect(photo.shows(), "\(photo.quarters)")
    }

    /// As phones write it: tiles, of which those at the right and the bottom are cut off, turned by
    /// irot; beside EXIF that says the same. The sandbox has no second thread to decode them.
    @Test func aHEICOfTilesIsPutTogetherCutAndTurned() async throws {
        let photo = try await prepared("grid.heic")
        #expect((photo.width, photo.height) == (150, 100))
        #expect(photo.shows(), "\(photo.quarters)")
        // Beyond the picture the tiles are white.
        for (x, y) in [(0, 0), (149, 0), (0, 99), (149, 99)] {
            #expect(!photo.pixel(x, y).isLike(.white, within: 25), "\(x), \(y)")
        }
    }

    @Test(arguments: ["turned.png", "turned.webp"])
    func otherFormatsAreTurnedAsTheirEXIFSays(name: String) async throws {
        let photo = try await prepared(name)
        #expect((photo.width, photo.height) == (96, 64))
        #expect(photo.shows(), "\(photo.quarters)")
    }

    @Test(arguments: [
        "progressive.jpg", "cmyk.jpg", "palette.png", "interlaced-16.png", "lossy.webp",
        "animated.webp",
    ])
    func everyKindOfPhotoIsRead(name: String) async throws {
        let photo = try await prepared(name)
        #expect(photo.shows(), "\(photo.quarters)")
    }

    @Test(arguments: ["gray.jpg", "gray-1.png"])
    func grayStaysGray(name: String) async throws {
        let photo = try await prepared(name)
        #expect(photo.quarters.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
        #expect(photo.quarters[3].red > photo.quarters[2].red)
    }

    @Test(arguments: ["alpha.png", "alpha-16.png", "alpha.webp", "alpha.heic"])
    func whatIsTransparentIsWhite(name: String) async throws {
        let photo = try await prepared(name)
        #expect(photo.pixel(2, 32).isLike(.white))
        #expect(photo.shows(), "\(photo.quarters)")
    }

    @Test(arguments: ["p3.jpg", "p3.png", "lossless.webp"])
    func displayP3KeepsItsNumbersAndGetsACleanProfile(name: String) async throws {
        let photo = try await program.prepare(PhotoFixture.bytes(name))
        #expect(photo.contains("ICC_PROFILE"))
        #expect(!photo.contains("secret"))
        #expect(try stored(photo).contains("ICC_PROFILE"))
        #expect(try DecodedPhoto(photo).shows())
    }

    // The colours are those that lcms2's own tificc and browsers show.
    @Test func adobeRGBBecomesSRGB() async throws {
        let photo = try await program.prepare(PhotoFixture.bytes("adobe-rgb.jpg"))
        #expect(!photo.contains("ICC_PROFILE"))
        let decoded = try DecodedPhoto(photo)
        #expect(
            decoded.shows([
                Pixel(red: 254, green: 24, blue: 24), Pixel(red: 0, green: 201, blue: 37),
                Pixel(red: 21, green: 57, blue: 215), Pixel(red: 234, green: 220, blue: 0),
            ]), "\(decoded.quarters)")
    }

    // A sample of linear light is as bright as one of 1.055 x^(1/2.4) - 0.055.
    @Test func thePNGsGammaIsHonoured() async throws {
        let decoded = try await prepared("gamma.png")
        #expect(
            decoded.shows([
                Pixel(red: 239, green: 96, blue: 96), Pixel(red: 96, green: 229, blue: 132),
                Pixel(red: 110, green: 133, blue: 233), Pixel(red: 244, green: 239, blue: 110),
            ]), "\(decoded.quarters)")
    }

    @Test func highDynamicRangeBecomesSRGBAlikeInBothFormats() async throws {
        let png = try await prepared("hlg.png")
        let heic = try await prepared("hlg.heic")
        #expect(heic.shows(png.quarters), "\(heic.quarters) \(png.quarters)")
        // As read without a thought, three quarters of the signal would be three quarters as
        // bright.
        #expect(png.quarters[0].red > 220)
        #expect(png.quarters[3].green > 180)
    }

    /// White is at 203 cd/m² (BT.2408). The colours are those of SMPTE ST 2084 and of BT.2020's
    /// primaries, each cut to what sRGB has.
    @Test(arguments: ["pq.png", "pq.heic"])
    func perceptualQuantizationBecomesSRGB(name: String) async throws {
        let photo = try await program.prepare(PhotoFixture.bytes(name))
        #expect(!photo.contains("ICC_PROFILE"))
        let decoded = try DecodedPhoto(photo)
        #expect(
            decoded.shows([
                Pixel(red: 226, green: 0, blue: 0), Pixel(red: 0, green: 154, blue: 0),
                Pixel(red: 0, green: 4, blue: 171), Pixel(red: 215, green: 178, blue: 0),
            ]), "\(decoded.quarters)")
    }

    @Test(arguments: [
        "turned-6.jpg", "lossy.webp", "turned-6.heic", "grid.heic", "interlaced-16.png",
    ])
    func nothingButThePictureLeaves(name: String) async throws {
        let original = try PhotoFixture.bytes(name)
        #expect(["secret", "Rollcall"].contains { original.contains($0) })
        let photo = try await program.prepare(original)
        #expect(!["secret", "Rollcall", "Exif"].contains { photo.contains($0) })
        // The service finds nothing to take away.
        #expect(try stored(photo) == photo)
    }

    @Test func theSamePhotoBecomesTheSameBytes() async throws {
        let original = try PhotoFixture.bytes("p3.jpg")
        let first = try await program.prepare(original)
        #expect(try await program.prepare(original) == first)
    }

    @Test func aLargePhotoIsMadeSmaller() async throws {
        let photo = try await program.prepare(PhotoFixture.bytes("wide.jpg"), side: 450)
        let decoded = try DecodedPhoto(photo)
        #expect((decoded.width, decoded.height) == (450, 288))
        #expect(decoded.shows())
    }

    /// 4,000 x 3,000 pixels, as a phone's camera takes them.
    @Test func aPhotoOfTwelveMegapixelsIsMadeWhatTheServiceTakes() async throws {
        let original = try PhotoFixture.bytes("12-megapixels.jpg")
        #expect(throws: JPEGError.tooManyPixels(width: 4000, height: 3000)) {
            try stored(original)
        }
        let photo = try await program.prepare(original)
        #expect(photo.count <= 500_000)
        #expect(try stored(photo) == photo)
        let decoded = try DecodedPhoto(photo)
        #expect((decoded.width, decoded.height) == (2048, 1536))
        #expect(decoded.shows(), "\(decoded.quarters)")
    }

    @Test func aSmallPhotoIsNotMadeLarger() async throws {
        let decoded = try await prepared("small.jpg")
        #expect((decoded.width, decoded.height) == (300, 100))
    }

    @Test func qualityAndThenPixelsGiveWayToTheLimitOfBytes() async throws {
        let original = try PhotoFixture.bytes("wide.jpg")
        let whole = try await program.prepare(original)
        let lower = try await program.prepare(original, bytes: whole.count - 1)
        #expect(lower.count < whole.count)
        #expect(try DecodedPhoto(lower).width == 900)
        let smaller = try await program.prepare(original, bytes: 4000)
        #expect(smaller.count <= 4000)
        #expect(try DecodedPhoto(smaller).width < 900)
        #expect(try DecodedPhoto(smaller).shows())
    }

    @Test func aLimitThatNothingKeepsIsAnError() async throws {
        await #expect(throws: PhotoProgramError.doesNotFit) {
            try await program.prepare(PhotoFixture.bytes("turned-1.jpg"), bytes: 100)
        }
    }
}
