import ArgumentParser
import Profile
import RollcallRPC

/// How often callers may ask.
struct LimitOptions: ParsableArguments {
    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp(
            "How often something may be done: so often in so many seconds, and so often at once if "
                + "that is another number. \(NamedLimit.Name.nameCheck.rawValue), for one address asking "
                + "whether a display name is free: 60/60 unless said otherwise. "
                + "\(NamedLimit.Name.profileRead.rawValue), for one address reading profiles without "
                + "being signed in: 120/60. Of one user, \(NamedLimit.Name.search.rawValue): searches, "
                + "60/60; \(NamedLimit.Name.batch.rawValue): reads of many profiles at once, 120/60; "
                + "\(NamedLimit.Name.watch.rawValue): watches of profiles opened, 60/60; "
                + "\(NamedLimit.Name.block.rawValue): blocks, and as many ends of blocks, 60/60; "
                + "\(NamedLimit.Name.photoUpload.rawValue): uploads of a photo, 60/3600.",
            valueName: "name=count/seconds[:burst]"))
    private var chosen: [NamedLimit] = []

    var configuration: ProfileConfiguration {
        var configuration = ProfileConfiguration()
        for limit in chosen {
            switch limit.name {
            case .nameCheck: configuration.nameChecks = limit.limit
            case .profileRead: configuration.strangersReads = limit.limit
            case .search: configuration.searches = limit.limit
            case .batch: configuration.batches = limit.limit
            case .watch: configuration.watchOpenings = limit.limit
            case .block: configuration.blocks = limit.limit
            case .photoUpload: configuration.uploadsPerHour = limit.limit
            }
        }
        return configuration
    }
}

private struct NamedLimit: ExpressibleByArgument {
    enum Name: String {
        case nameCheck = "name-check.address"
        case profileRead = "profile-read.address"
        case search = "search.account"
        case batch = "profile-batch.account"
        case watch = "profile-watch.account"
        case block = "block.account"
        case photoUpload = "photo-upload.account"
    }

    let name: Name
    let limit: RateLimit

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let name = Name(rawValue: String(parts[0])) else { return nil }
        self.name = name
        let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, let count = Int(halves[0]) else { return nil }
        let rest = halves[1].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(rest.count), let window = rest[0], let burst = rest.last ?? nil,
            [count, window, burst].allSatisfy({ (1...1_000_000).contains($0) })
        else { return nil }
        limit = RateLimit(
            count, per: .seconds(Int64(window)), burst: rest.count == 2 ? burst : count)
    }
}
