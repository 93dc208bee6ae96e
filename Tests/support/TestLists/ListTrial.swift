import MessageJSON
import RollcallRPC

/// Reads each list of some services page by page, and gives it tokens that it must refuse.
package struct ListTrial {
    /// Two filters of a list, each as the members of a request.
    package typealias Filters = (read: [String: JSON], other: [String: JSON])

    private struct Reading {
        let list: PagedList
        let filters: Filters?
        let reader, other: ListCaller
        /// Of the second page; nobody has asked for it.
        var token = ""

        var filter: [String: JSON] { filters?.read ?? [:] }
    }

    private var readings: [Reading] = []
    /// What was not as it should be: sentences for the one who reads the test's output.
    package private(set) var failures: [String] = []

    package init() {}

    /// - Parameters:
    ///   - reader: reads the lists, which have one entry or more for it.
    ///   - other: another caller who may read them.
    ///   - filters: of lists that need one, by their RPCs' names.
    package mutating func add(
        _ service: String, reader: ListCaller, other: ListCaller, filters: [String: Filters] = [:]
    ) {
        for list in PagedList.all(of: service) {
            readings.append(
                Reading(
                    list: list, filters: filters[list.method.name], reader: reader, other: other))
        }
    }

    /// How many lists there are.
    package var count: Int { readings.count }

    /// - Parameter aDayPasses: has the clocks of the services go on.
    package mutating func run(aDayPasses: () async throws -> Void) async throws {
        for index in readings.indices {
            readings[index].token = try await token(ofReading: readings[index])
        }
        for reading in readings { try await hand(reading, others: readings) }
        try await aDayPasses()
        for reading in readings {
            try await expectRefusal(reading, reading.token, "a token of the day before")
        }
    }

    /// Compares a list in one page with the same list in several.
    ///
    /// - Returns: the token behind its first entry.
    private mutating func token(ofReading reading: Reading) async throws -> String {
        func page(_ token: String, _ size: Int) async throws -> (entries: [JSON], next: String) {
            try await reading.list.page(token, size: size, reading.filter, as: reading.reader)
        }
        let whole = try await page("", 500)
        let size = max(1, whole.entries.count / 4)
        var (found, token): ([JSON], String) = ([], "")
        repeat {
            let next = try await page(token, size)
            (found, token) = (found + next.entries, next.next)
        } while !token.isEmpty && found.count <= whole.entries.count
        if found.isEmpty || found != whole.entries || !whole.next.isEmpty {
            failures.append(
                "\(reading.list.method.name) has \(whole.entries.count) entries in one page, "
                    + "\(found.count) in pages of \(size)")
        }
        let second = try await page("", 1).next
        if second.isEmpty {
            failures.append("\(reading.list.method.name) has no token behind a full page")
        }
        return second
    }

    private mutating func hand(_ reading: Reading, others: [Reading]) async throws {
        let token = reading.token
        _ = try await reading.list.page(token, size: 1, reading.filter, as: reading.reader)
        for other in others where other.list.method.name != reading.list.method.name {
            try await expectRefusal(
                reading, other.token, "a token of \(other.list.method.name)")
        }
        for garbage in [
            "x", "AAAA", "' OR 1=1 --", "\u{e9}", String(repeating: "A", count: 64),
            String(repeating: "A", count: 1000), token + "A", String(token.dropLast()),
            String(token.reversed()),
        ] {
            try await expectRefusal(reading, garbage, "garbage (\(garbage.prefix(20)))")
        }
        if let filter = reading.filters?.other {
            let acceptance = try await reading.list.acceptance(
                of: token, filter, as: reading.reader)
            note(acceptance, reading, "a token of another filter")
        }
        let acceptance = try await reading.list.acceptance(
            of: token, reading.filter, as: reading.other)
        note(acceptance, reading, "a token of another caller")
    }

    private mutating func expectRefusal(
        _ reading: Reading, _ token: String, _ what: String
    ) async throws {
        let acceptance = try await reading.list.acceptance(
            of: token, reading.filter, as: reading.reader)
        note(acceptance, reading, what)
    }

    private mutating func note(_ acceptance: String?, _ reading: Reading, _ what: String) {
        guard let acceptance else { return }
        failures.append("\(reading.list.method.name) was given \(what): \(acceptance)")
    }
}
