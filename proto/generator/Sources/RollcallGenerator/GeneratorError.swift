/// Why nothing is generated: a sentence that names the place in the .proto.
struct GeneratorError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
