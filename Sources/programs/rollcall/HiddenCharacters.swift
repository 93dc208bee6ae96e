extension String {
    /// Fit for a terminal: control characters, which could steer it, and others that cannot be seen
    /// or change how text around them reads, stand as `\u{...}`. The line break is kept.
    var visible: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            text +=
                scalar.isHidden && scalar != "\n"
                ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }
}
