/// Why a field is FIELD_MALFORMED, for developers: the rule, such as `is one line`.
package struct Malformation: Error, Equatable {
    package let rule: String
}
