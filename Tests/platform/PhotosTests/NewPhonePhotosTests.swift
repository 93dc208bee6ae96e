import Foundation
import Testing

@testable import RollcallPhotos

/// Photos as phones write them that are newer than the libraries of this machine.
struct NewPhonePhotosTests {
    private let program: PhotoProgram

    init() throws {
        program = try PhotoProgram()
    }

    /// As an iPhone has written them since iOS 18: the EXIF describes the picture and its tone map.
    @Test func aHEICWithAToneMapIsReadAsAnyOther() async throws {
        let photo = try DecodedPhoto(try await program.prepare(PhotoFixture.bytes("tone-map.heic")))
        #expect((photo.width, photo.height) == (800, 600))
        #expect(photo.shows(), "\(photo.quarters)")
    }

    /// Such as one that belongs to the picture and to its tone map.
    @Test func anAuxiliaryImageOfTwoItemsKeepsNoPhotoOut() async throws {
        let photo = try DecodedPhoto(
            try await program.prepare(PhotoFixture.bytes("alpha-of-two.heic")))
        #expect(photo.shows(), "\(photo.quarters)")
    }

    @Test(arguments: ["mif2", "miaf", "heif", "MiHE", "zzzz"])
    func aHEICIsKnownByAnyOfItsBrands(brand: String) async throws {
        var photo = try PhotoFixture.bytes("tone-map.heic")
        photo.replaceSubrange(8..<12, with: brand.utf8)
        #expect(try DecodedPhoto(try await program.prepare(photo)).shows())
    }

    /// The picture is the tone map itself, which an old libheif does not know. The length of its
    /// data, in the last box, can be left out, or have eight bytes.
    @Test(arguments: [nil, [0], [1]] as [[UInt8]?])
    func aWholeHEICThatTheDecoderDoesNotKnowIsNotCalledDamaged(length: [UInt8]?) async throws {
        var photo = try PhotoFixture.bytes("tone-map.heic")
        let primary = try #require(Data(photo).range(of: Data("pitm".utf8))).upperBound
        photo[primary + 5] = 3
        if let length {
            let data = try #require(Data(photo).range(of: Data("mdat".utf8)))
            let size = UInt64(photo.count - data.lowerBound + 4 + 8)
            photo.replaceSubrange(data.lowerBound - 4..<data.lowerBound, with: [0, 0, 0] + length)
            if length == [1] {
                let bytes = (0..<8).map { UInt8(truncatingIfNeeded: size >> (56 - 8 * $0)) }
                photo.insert(contentsOf: bytes, at: data.upperBound)
            }
        }
        await #expect(throws: PhotoProgramError.unsupported) { try await program.prepare(photo) }
        #expect("\(PhotoProgramError.unsupported)".contains("newer than the decoder"))
    }

    @Test(arguments: [
        ("\0\0\0\u{18}ftypavif\0\0\0\0mif1miaf", "an AVIF"),
        ("\0\0\0\u{18}ftypmif1\0\0\0\0avifmiaf", "an AVIF"),
        ("\0\0\0\u{C}JXL \r\n", "a JPEG XL"),
        ("II*\0........", "a TIFF or a camera's raw file"),
    ])
    func aPhotoInAnotherFormatIsNamed(photo: String, format: String) async throws {
        let error = PhotoProgramError.otherFormat(format)
        await #expect(throws: error) { try await program.prepare(Array(photo.utf8)) }
        #expect("\(error)" == "the file is \(format), which is not read: save it as a JPEG")
    }

    @Test(arguments: [(8160, 6144), (8192, 6144), (8192, 8192)])
    func whatIsSoldAsFiftyMegapixelsIsRead(width: Int, height: Int) async throws {
        let photo = try DecodedPhoto(
            try await program.prepare(Self.grayJPEG(width, height), side: 512))
        #expect(max(photo.width, photo.height) == 512)
    }

    @Test func aJPEGOfTwoHundredMegapixelsIsShrunkWhileItIsDecoded() async throws {
        let photo = try DecodedPhoto(try await program.prepare(Self.grayJPEG(16320, 12240)))
        #expect((photo.width, photo.height) == (2048, 1536))
        #expect(photo.quarters.allSatisfy { $0.isLike(Pixel(red: 128, green: 128, blue: 128)) })
    }

    /// All coefficients of a progressive JPEG are in memory, however small it is shrunk.
    @Test func aProgressiveJPEGOfOneHundredMegapixelsIsRefused() async throws {
        var photo = try PhotoFixture.bytes("progressive.jpg")
        let frame = try #require(photo.indices.first { photo[$0...].starts(with: [0xFF, 0xC2]) })
        photo.replaceSubrange(frame + 5..<frame + 9, with: [0x27, 0x10, 0x27, 0x10])
        await #expect(throws: PhotoProgramError.tooManyPixels) { try await program.prepare(photo) }
    }

    /// A baseline JPEG without colours, each block of which is gray: its coefficients are 0.
    private static func grayJPEG(_ width: Int, _ height: Int) throws -> [UInt8] {
        let photo = try PhotoFixture.bytes("gray.jpg")
        let frame = try #require(photo.indices.first { photo[$0...].starts(with: [0xFF, 0xC0]) })
        let scan = try #require(photo.indices.first { photo[$0...].starts(with: [0xFF, 0xDA]) })
        var head = photo[..<(scan + 10)]
        let sides: [Int] = [height >> 8, height & 0xFF, width >> 8, width & 0xFF]
        head.replaceSubrange(frame + 5..<frame + 9, with: sides.map { UInt8($0) })
        let blocks = ((width + 7) / 8) * ((height + 7) / 8)
        // In the usual tables 00 is no difference of DC, and 1010 the end of a block: four of both.
        let four: [UInt8] = [0x28, 0xA2, 0x8A]
        head += repeatElement(four, count: (blocks + 3) / 4).joined()
        return Array(head) + [0xFF, 0xD9]
    }
}
