import ArgumentParser
import Profile

/// How the files of photos are searched for damaged ones.
struct ScrubOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Bytes that are read in a second of the files of photos, to find damaged ones; 0 for no such "
                + "search. All are read once in 30 days at most.",
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
