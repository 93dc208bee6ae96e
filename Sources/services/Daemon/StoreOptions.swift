import ArgumentParser
import Storage

/// Where a daemon's tables are.
package struct StoreOptions: ParsableArguments {
    // As text: what ArgumentParser cannot read it repeats in its message, with a password in it.
    @Option(
        name: .customLong("store"),
        help: ArgumentHelp(
            "Where its tables are: a file, or a database of a PostgreSQL server, as "
                + "postgresql://USER@HOST/DATABASE. Any keyword of libpq may follow, such as "
                + "?passfile=FILE for the password. A file in the data directory by default.",
            valueName: "file|url"))
    var place: String?

    @Option(
        name: .customLong("store-connections"),
        help: ArgumentHelp(
            "How many connections to a PostgreSQL server it has at most: 1 to 256.",
            valueName: "count"))
    var connections = StoreConfiguration().connections

    package init() {}

    package func validate() throws {
        try check(connections, 1...256, "store-connections")
        if let place { _ = try Self.location(place, option: "--store") }
    }

    /// - Throws: `ValidationError`, which does not repeat the place.
    static func location(_ place: String, option: String) throws -> StoreLocation {
        let location: StoreLocation
        do {
            location = try StoreLocation(argument: place)
        } catch {
            throw ValidationError("\(option): \(error)")
        }
        guard !location.namesPassword else {
            throw ValidationError(
                "\(option) has a password, which other users of the machine can read there: put it "
                    + "in a file, and say ?passfile=FILE")
        }
        return location
    }

    /// - Parameter file: where they are if nothing else was said.
    package func location(otherwise file: String) throws -> StoreLocation {
        try place.map { try StoreLocation(argument: $0) } ?? .file(file)
    }

    package var configuration: StoreConfiguration {
        var configuration = StoreConfiguration()
        configuration.connections = connections
        return configuration
    }
}
