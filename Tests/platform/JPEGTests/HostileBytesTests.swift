import TestSupport
import Testing

@testable import JPEG

/// Whatever the bytes, an answer and no trap; and what is accepted is accepted again.
@Suite struct HostileBytesTests {
    @Test(arguments: Fixture.allCases)
    func mutatedPhotosNeverTrap(_ fixture: Fixture) throws {
        let photo = try fixture.bytes
        var generator = TestNumbers(seed: UInt64(photo.count))
        for _ in 0..<12_500 {
            var mutant = photo
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                mutate(&mutant, using: &generator)
            }
            judge(mutant)
        }
    }

    @Test func randomBytesNeverTrap() {
        var generator = TestNumbers(seed: 17)
        // Mostly markers and small numbers, so that more than the first bytes are reached.
        let common: [UInt8] = [0xFF, 0, 1, 2, 3, 8, 17, 0xC0, 0xC2, 0xC4, 0xDA, 0xDB, 0xD9, 0xE1]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                Bool.random(using: &generator)
                    ? common.randomElement(using: &generator)!
                    : UInt8.random(in: 0...255, using: &generator)
            }
            judge(Part.start + bytes)
            judge(Part.header + bytes)
        }
    }

    @Test func everyByteOfASmallPhotoMayTakeEveryValue() {
        for index in Part.photo.indices {
            for value in UInt8.min...UInt8.max {
                var photo = Part.photo
                photo[index] = value
                judge(photo)
            }
        }
    }

    private func judge(_ photo: [UInt8]) {
        guard let once = try? sanitize(photo) else { return }
        let twice = try? sanitize(once.bytes)
        #expect(twice == once)
    }

    private func mutate(_ photo: inout [UInt8], using generator: inout TestNumbers) {
        guard !photo.isEmpty else { return }
        let index = Int.random(in: photo.indices, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: photo[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: photo[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: photo.insert(0xFF, at: index)
        case 3: photo.remove(at: index)
        default:
            let end = min(photo.count, index + Int.random(in: 0...40, using: &generator))
            photo.insert(contentsOf: photo[index..<end], at: index)
        }
    }
}
