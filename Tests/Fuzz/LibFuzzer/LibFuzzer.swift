import CGoogleProtobuf
import Foundation

/// Feeds the target that the environment variable ROLLCALL_FUZZ_TARGET names with what libFuzzer
/// makes up. A finding is a trap.
@main enum LibFuzzer {
    static func main() {
        exit(fuzz(CommandLine.argc, CommandLine.unsafeArgv, tryInput))
    }

    static let target: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["ROLLCALL_FUZZ_TARGET"] ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            fatalError("there is no target \(name), but \(FuzzTarget.allCases)")
        }
        return target
    }()
}

/// Google's protobuf, linked in.
private struct LinkedProtobuf: GoogleProtobuf {
    func canonical(_ type: String, _ bytes: [UInt8], checksText: Bool) -> [UInt8]? {
        var canonical = [UInt8](repeating: 0, count: 8192)
        while true {
            let size = google_canonical(
                type, checksText, bytes, bytes.count, &canonical, canonical.count)
            guard size >= 0 else { return nil }
            if size <= canonical.count { return Array(canonical.prefix(size)) }
            canonical = [UInt8](repeating: 0, count: size)
        }
    }

    func repeatsMessage(_ type: String, _ bytes: [UInt8]) -> Bool {
        google_repeats_message(type, bytes, bytes.count)
    }
}

private func tryInput(_ start: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
    do {
        let input = Array(UnsafeBufferPointer(start: start, count: length))
        try LibFuzzer.target.run(input, google: LinkedProtobuf())
    } catch {
        fatalError("\(error)")
    }
    return 0
}
