/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        self.state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A text with one byte changed, taken out, put in, or cut off from there on.
    mutating func broken(_ text: [UInt8]) -> [UInt8] {
        var text = text
        guard let index = text.indices.randomElement(using: &self) else { return text }
        let new = Array(#"{}[]":,0123456789.eE+-\u truefalsn"#.utf8).randomElement(using: &self)
        switch UInt8.random(in: 0..<8, using: &self) {
        case 0: text.removeSubrange(index...)
        case 1, 2: text.remove(at: index)
        case 3, 4: text.insert(new ?? 0, at: index)
        default: text[index] = new ?? 0
        }
        return text
    }
}
