import Testing

@testable import Mail

@Suite struct TemplateTests {
    private func template(
        _ text: String, form: Template.Form = .plain, required: Set<String> = []
    ) throws -> Template {
        try Template(
            text, form: form, file: "de/test.txt", allowed: ["code", "link", "name"],
            required: required)
    }

    @Test func aTemplateIsASubjectAndABody() throws {
        let template = try template("Subject: Your code\n\nThe code is {{code}}.\nBye\n")
        #expect(template.subject(["code": "1"]) == "Your code")
        #expect(template.body(["code": "1"]) == "The code is 1.\nBye\n")
    }

    @Test func aTemplateShowsBracesOfAUserAsText() throws {
        let template = try template("Subject: {{name}}\n\n{{name}} {{code}}\n")
        let values = ["name": "{{code}} }} {{", "code": "1234"]
        #expect(template.subject(values) == "{{code}} }} {{")
        #expect(template.body(values) == "{{code}} }} {{ 1234\n")
    }

    @Test func aParagraphWhoseVariableIsEmptyIsLeftOut() throws {
        let template = try template("Subject: S\n\n{{code}}\n\nOr go to\n{{link}}\n\n\nBye\n")
        #expect(template.body(["code": "1", "link": "l"]) == "1\n\nOr go to\nl\n\nBye\n")
        #expect(template.body(["code": "1", "link": ""]) == "1\n\nBye\n")
        #expect(template.body(["code": "1", "link": " \u{200b}\n"]) == "1\n\nBye\n")
    }

    @Test func aValueIsEscapedForHTML() throws {
        let template = try template("<a href=\"{{link}}\">{{name}}</a>\n", form: .html)
        let values = ["link": "x\" onclick='y", "name": "<script>&amp;"]
        #expect(
            template.body(values)
                == "<a href=\"x&quot; onclick=&#39;y\">&lt;script&gt;&amp;amp;</a>\n")
    }

    @Test(arguments: [
        ("Subject: S\n\n{{cod}}\n", "de/test.txt:3: there is no {{cod}}"),
        ("Subject: S\n\na\n{{ code }}\n", "de/test.txt:4: there is no {{ code }}"),
        ("Subject: S\n\nx {{code\n}}\n", "de/test.txt:3: {{ is not followed by }}"),
        ("Subject: {{x}}\n\ny\n", "de/test.txt:1: there is no {{x}}"),
        ("Subject: S\n\nno code\n", "de/test.txt:1: a mail of this kind needs {{code}}"),
        ("The code: {{code}}\n\nx\n", "de/test.txt:1: a mail begins with"),
        ("Subject: S\n{{code}}\n", "de/test.txt:1: a mail begins with"),
        ("Subject:\n\n{{code}}\n", "de/test.txt:1: the subject is empty"),
        ("Subject: S\n\n \n", "de/test.txt: the mail has no text"),
        ("", "de/test.txt:1: a mail begins with"),
    ])
    func aMistakeIsToldWithItsFileAndLine(text: String, sentence: String) {
        let error = #expect(throws: TemplateError.self) {
            try template(text, required: ["code"])
        }
        #expect(error?.description.hasPrefix(sentence) == true, "\(String(describing: error))")
    }
}
