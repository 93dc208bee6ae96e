import TestSupport
import Testing

@testable import JPEG

/// Colour stays, and nothing else that a profile can carry.
@Suite struct ICCProfileTests {
    @Test func aMatrixProfileKeepsItsNumbersAndLosesItsTexts() throws {
        let photo = try Fixture.profile.bytes
        let stored = try sanitize(photo).bytes
        #expect(stored.contains("ICC_PROFILE"))
        for tag in ["rXYZ", "gXYZ", "bXYZ", "rTRC", "wtpt", "acsp"] {
            #expect(stored.contains(tag))
        }
        #expect(photo.contains("lcms"))
        #expect(!stored.contains("lcms"))
        #expect(stored.count < photo.count)
    }

    @Test func aProfileInSeveralSegmentsIsDropped() throws {
        let chunks = (1...255 as ClosedRange<UInt8>).flatMap { chunk in
            profileSegment(sequence: [chunk, 255], [UInt8](repeating: 7, count: 16_000))
        }
        #expect(try sanitize(Part.start + chunks + Part.photo.dropFirst(2)).bytes == Part.photo)
        let backwards =
            profileSegment(sequence: [2, 1], []) + profileSegment(sequence: [0, 0], [])
        #expect(try sanitize(Part.start + backwards + Part.photo.dropFirst(2)).bytes == Part.photo)
    }

    @Test func aProfileAboveTheCapIsDropped() throws {
        var limits = JPEGLimits()
        limits.profileBytes = 100
        let stored = try sanitize(Fixture.profile.bytes, limits: limits)
        #expect(!stored.bytes.contains("ICC_PROFILE"))
    }

    @Test func damagedProfilesNeverTrapAndAreKeptWholeOrNotAtAll() throws {
        let payload = try profilePayload()
        var generator = TestNumbers(seed: 16)
        for _ in 0..<20_000 {
            var mutant = payload
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let index = Int.random(in: 14..<mutant.count, using: &generator)
                mutant[index] = UInt8.random(in: 0...255, using: &generator)
            }
            mutant.removeLast(Int.random(in: 0...20, using: &generator))
            guard let once = ICCProfile(segment: mutant, limit: 64 << 10) else { continue }
            #expect(ICCProfile(segment: once.segment, limit: 64 << 10)?.segment == once.segment)
        }
    }

    /// The APP2 payload of the fixture.
    private func profilePayload() throws -> [UInt8] {
        let photo = try Fixture.profile.bytes
        let start = try #require(photo.indices.first { photo[$0...].starts(with: [0xFF, 0xE2]) })
        let length = Int(photo[start + 2]) << 8 | Int(photo[start + 3])
        return Array(photo[start + 4..<start + 2 + length])
    }

    private func profileSegment(sequence: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        Part.segment(0xE2, Array("ICC_PROFILE\0".utf8) + sequence + bytes)
    }
}
