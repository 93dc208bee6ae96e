import ArgumentParser
import Profile

/// How the files of photos are searched for damaged ones.
struct ScrubOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How many bytes a second are read from photos to find damaged files; 0 turns the search "
                + "off. Each file is read at most once in 30 days.",
            valueName: "bytes"))
    var scrubRate = ScrubPolicy().rate

    func validate() throws {
        guard (0...1 << 30).contains(scrubRate) else {
            throw ValidationError("--scrub-rate is from 0 to 1073741824.")
        }
    }

    var policy: ScrubPolicy {
        var policy = ScrubPolicy()
        policy.rate = scrubRate
        return policy
    }
}
