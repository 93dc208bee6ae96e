/// Why what an operator gave cannot be used: a sentence for the operator, without secrets.
package struct Unusable: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ sentence: String) { description = sentence }
}
