import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `rollcall-testing`, as a test of an app runs it.
final class TestingCommand {
    /// What it prints.
    struct Places: Decodable {
        let door: String
        let control: String
        let directory: String
    }

    struct Mail: Decodable {
        let to: String
        let subject: String
        let text: String
        let code: String
        let link: String
    }

    let places: Places
    let process = Process()
    private let input = Pipe()

    /// Returns once the door answers.
    init(_ options: [String] = []) throws {
        let output = Pipe()
        process.executableURL = Self.program
        process.arguments = options
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n"),
            let byte = try output.fileHandleForReading.read(upToCount: 1)
        { line += byte }
        places = try JSONDecoder().decode(Places.self, from: line)
    }

    static var program: URL { Products.directory.appending(path: "rollcall-testing") }

    deinit {
        closeInput()
        process.waitUntilExit()
    }

    func closeInput() { try? input.fileHandleForWriting.close() }

    /// - Returns: the status, and the body.
    @discardableResult
    func ask(_ method: String, _ path: String) async throws -> (Int, Data) {
        var request = URLRequest(url: try #require(URL(string: places.control + path)))
        request.httpMethod = method
        let (data, answer) = try await URLSession.shared.data(for: request)
        return ((answer as? HTTPURLResponse)?.statusCode ?? 0, data)
    }

    /// - Parameter count: how many mails there are by then.
    func newestMail(to address: String, _ count: Int = 1) async throws -> Mail {
        let (_, data) = try await ask("GET", "/mails?to=\(address)&count=\(count)&wait=20")
        return try #require(try JSONDecoder().decode([Mail].self, from: data).last)
    }

    func mails(to address: String) async throws -> [Mail] {
        try JSONDecoder().decode([Mail].self, from: await ask("GET", "/mails?to=\(address)").1)
    }

    func forward(_ seconds: Int) async throws {
        let (status, data) = try await ask("POST", "/clock?forward=\(seconds)")
        try #require(status == 200, "\(String(decoding: data, as: UTF8.self))")
    }

    /// The processes that were started for it, and the directory, as far as they are there.
    var leftovers: [String] {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let programs = numbers.compactMap { number in
            try? String(contentsOfFile: "/proc/\(number)/cmdline", encoding: .utf8)
        }
        let directory = FileManager.default.fileExists(atPath: places.directory) ? ["files"] : []
        return programs.filter { $0.contains(places.directory) } + directory
    }
}
