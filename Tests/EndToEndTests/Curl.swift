import Foundation
import TestPostgreSQL

/// What curl was answered.
struct CurlAnswer: Equatable {
    var status = 0
    var fields: [String: String] = [:]
    var body: [UInt8] = []
}

/// Makes a request with curl(1).
///
/// - Returns: a status of 0 if there was no answer.
func curl(_ arguments: [String]) async throws -> CurlAnswer {
    let output = try await blocking {
        let curl = Process()
        curl.executableURL = URL(filePath: "/usr/bin/curl")
        curl.arguments = ["-s", "-i", "--max-time", "20", "--path-as-is"] + arguments
        let pipe = Pipe()
        curl.standardOutput = pipe
        try curl.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        curl.waitUntilExit()
        return output
    }
    var answer = CurlAnswer()
    guard let end = output.firstRange(of: Data("\r\n\r\n".utf8)) else { return answer }
    let head = String(decoding: output[..<end.lowerBound], as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    answer.status = Int(lines[0].split(separator: " ")[1]) ?? 0
    for line in lines.dropFirst() {
        let halves = line.split(separator: ": ", maxSplits: 1)
        answer.fields[halves[0].lowercased()] = halves.count == 2 ? String(halves[1]) : ""
    }
    answer.body = Array(output[end.upperBound...])
    return answer
}
