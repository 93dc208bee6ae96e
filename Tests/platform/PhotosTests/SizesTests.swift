import Testing

@testable import RollcallPhotos

struct SizesTests {
    private func sizes(_ name: String) async throws -> PhotoSizes {
        try await PhotoProgram().sizes(of: PhotoFixture.bytes(name))
    }

    @Test func fourUprightSquaresAreCutFromTheMiddle() async throws {
        let sizes = try await sizes("wide.jpg")
        for (square, side) in zip(sizes.squares, PhotoSizes.sides) {
            let decoded = try DecodedPhoto(square)
            #expect((decoded.width, decoded.height) == (side, side))
            #expect(decoded.shows(), "\(side): \(decoded.quarters)")
            #expect(try stored(square) == square)
        }
    }

    @Test func aSquareIsNeverLargerThanThePhoto() async throws {
        let squares = try await sizes("small.jpg").squares.map { try DecodedPhoto($0) }
        #expect(squares.map(\.width) == [64, 100, 100, 100])
        #expect(squares.map(\.height) == [64, 100, 100, 100])
        #expect(squares.allSatisfy { $0.shows() })
    }

    @Test(arguments: 1...8)
    func squaresAreTurnedAsTheEXIFSays(orientation: Int) async throws {
        let decoded = try DecodedPhoto(try await sizes("turned-\(orientation).jpg").squares[0])
        #expect(decoded.shows(), "\(decoded.quarters)")
    }

    @Test func displayP3StaysDisplayP3() async throws {
        let squares = try await sizes("p3.jpg").squares
        #expect(squares.allSatisfy { $0.contains("ICC_PROFILE") })
    }

    // As rgba_to_thumb_hash of PyPI's thumbhash 0.1.2 encodes the same pixels, once Pillow has
    // decoded and turned them.
    @Test(arguments: [
        ("turned-1.jpg", "5c0906659a718a76b067887787a8868880ebf8887d"),
        ("turned-6.jpg", "5c0906659a718a76b067887788a7768880ebf7887d"),
        ("gray.jpg", "1e080e0580707a76a5788877888887870000000000"),
        ("progressive.jpg", "5c0906659a718a76b067887787a8868880ebf8887d"),
    ])
    func thePlaceholderIsTheThumbHash(name: String, hash: String) async throws {
        let placeholder = try await sizes(name).placeholder
        #expect(placeholder.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == hash)
    }

    @Test func anAnswerThatIsNotFramedAsItShouldBeIsNone() {
        let part: [UInt8] = [0, 0, 0, 5, 1, 2, 3, 4, 5]
        let whole = [part, part, part, part, part].flatMap(\.self)
        #expect(PhotoSizes(whole)?.squares.count == 4)
        for count in 0..<whole.count { #expect(PhotoSizes(Array(whole.prefix(count))) == nil) }
        #expect(PhotoSizes(whole + [0]) == nil)
        #expect(PhotoSizes(whole + part) == nil)
        #expect(PhotoSizes([0xFF, 0xFF, 0xFF, 0xFF] + whole) == nil)
    }
}
