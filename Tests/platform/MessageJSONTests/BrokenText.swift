import TestSupport

extension TestNumbers {
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
