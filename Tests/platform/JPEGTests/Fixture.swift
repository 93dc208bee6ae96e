import Foundation

@testable import JPEG

/// A photo that `Fixtures/make.py` made.
enum Fixture: String, CaseIterable {
    case baseline, progressive, gray, restarts, profile, rgb, motion
    /// Refused, for its four components.
    case cmyk

    static let accepted = allCases.filter { $0 != .cmyk }

    var bytes: [UInt8] {
        get throws {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            let file = folder.appendingPathComponent("Fixtures/\(rawValue).jpg")
            return Array(try Data(contentsOf: file))
        }
    }
}

struct Sanitized: Equatable {
    var summary: JPEGSummary
    var bytes: [UInt8]
}

/// Feeds `photo` in chunks of the given sizes, the last of which repeats.
func sanitize(
    _ photo: [UInt8], chunks: [Int] = [.max], limits: JPEGLimits = JPEGLimits()
) throws(JPEGError) -> Sanitized {
    var sanitizer = JPEGSanitizer(limits: limits)
    var output: [UInt8] = []
    var rest = photo[...]
    var index = 0
    while !rest.isEmpty {
        let chunk = rest.prefix(chunks[min(index, chunks.count - 1)])
        try sanitizer.consume(chunk, into: &output)
        rest = rest.dropFirst(chunk.count)
        index += 1
    }
    return Sanitized(summary: try sanitizer.finish(), bytes: output)
}

extension [UInt8] {
    func contains(_ text: String) -> Bool {
        let needle = Array(text.utf8)
        return indices.contains { self[$0...].starts(with: needle) }
    }
}
