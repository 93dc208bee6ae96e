import RollcallApp

/// The fields of a form, one of which has the cursor. What is wrong stands below its field.
struct Fields<Content: AccountForm> {
    struct Field {
        let label: String
        let id: Content.Field
        let text: WritableKeyPath<Content, String>
        var isSecret = false
    }

    var form: Content
    var fields: [Field]
    private var position = 0

    init(_ form: Content, _ fields: [Field]) { (self.form, self.fields) = (form, fields) }

    mutating func handle(_ key: Key) {
        position = min(position, fields.count - 1)
        switch key {
        case .text(let text): form[keyPath: fields[position].text] += text
        case .erase: _ = form[keyPath: fields[position].text].popLast()
        case .next: position = (position + 1) % fields.count
        case .previous: position = (position + fields.count - 1) % fields.count
        default: break
        }
    }

    /// - Parameter note: a further line below a field.
    func lines(_ note: (Content.Field) -> String? = { _ in nil }) -> [String] {
        fields.indices.flatMap { index -> [String] in
            let field = fields[index]
            let typed = form[keyPath: field.text]
            let shown =
                field.isSecret ? String(repeating: "•", count: typed.count) : typed.printable
            let mark = index == min(position, fields.count - 1) ? "▸ ".bold : "  "
            let label = field.label.padding(toLength: 18, withPad: " ", startingAt: 0)
            let problems = form.shownProblems(of: field.id).flatMap { Sentences()($0).wrapped(56) }
            return [mark + label + String(shown.suffix(56))]
                + problems.map { String(repeating: " ", count: 20) + $0.red }
                + (note(field.id).map { [String(repeating: " ", count: 20) + $0] } ?? [])
        }
    }
}
