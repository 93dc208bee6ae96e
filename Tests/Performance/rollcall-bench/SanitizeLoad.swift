import ArgumentParser
import JPEG
import NIOCore

struct SanitizeLoad: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sanitize",
        abstract: "How long a photo is checked and stripped, and until a hostile one is refused.")

    @Option(help: "A JPEG, from which the photo has all but the picture.")
    var photo: String

    @Option(help: "Bytes of the photo.")
    var size = 300 << 10

    @Option(help: "How often.")
    var times = 200

    func run() throws {
        let photo = try PhotoSource(like: photo, size: size).next()
        // What takes longest to refuse: everything is well but the end.
        let hostile = Array(photo.dropLast(2)) + [0xFF, 0x01]
        var (good, bad) = (Latencies(expecting: times), Latencies(expecting: times))
        for _ in 0..<times {
            good.add(try time(of: photo, isGood: true))
            bad.add(try time(of: hostile, isGood: false))
        }
        try report(good.fields, ["refused_p99_us": bad.p99])
    }

    private struct WrongVerdict: Error {}

    private func time(of photo: [UInt8], isGood: Bool) throws -> TimeAmount {
        let start = NIODeadline.now()
        var sanitizer = JPEGSanitizer()
        var output: [UInt8] = []
        output.reserveCapacity(photo.count)
        var isTaken = true
        do {
            for start in stride(from: 0, to: photo.count, by: 64 << 10) {
                try sanitizer.consume(Array(photo[start...].prefix(64 << 10)), into: &output)
            }
            _ = try sanitizer.finish()
        } catch {
            isTaken = false
        }
        guard isTaken == isGood else { throw WrongVerdict() }
        return NIODeadline.now() - start
    }
}
