import Foundation
import RollcallAPI
import RollcallRPC
import Testing

@testable import rollcall_web

struct ProblemsTests {
    private let texts: Texts

    init() throws {
        texts = try Languages(directory: nil).texts(chosen: "en", accepted: nil)
    }

    private func found(
        _ violations: [(Reason, String)], names: [String: String] = [:]
    ) -> Problems? {
        let error = RPCError.violations(
            .invalidArgument,
            violations.map { Violation(reason: $0.0, field: $0.1, message: "m") })
        return Problems(error, texts, names: names)
    }

    @Test(arguments: [
        ("password", "password"), ("reauthentication.password", "password"),
        ("links[2]", "links"), ("mailed_code.code", "code"), ("profile.links[0].url", "url"),
        ("email", "name"),
    ])
    func aProblemIsBesideItsField(_ path: String, _ field: String) {
        let problems = found([(.fieldMalformed, path)], names: ["email": "name"])
        #expect(problems?.all.map(\.field) == [field])
        #expect(problems?.sentence(field) == texts["reason.fieldMalformed"])
        #expect(problems?.sentence("other") == nil)
    }

    @Test(arguments: ["", "idempotency_key"])
    func aProblemWithoutAFieldIsOfTheFormAsAWhole(_ path: String) throws {
        let problems = try #require(
            found([(.overloaded, path)], names: ["idempotency_key": ""]))
        #expect(problems.all.map(\.field) == [nil])
        #expect(problems.summary(texts)?.text.contains("href") == false)
    }

    @Test func aFieldHasAllItsSentences() throws {
        let problems = try #require(
            found([
                (.displayNameTooShort, "display_name"), (.emailMissing, "email"),
                (.displayNameLeadingPeriod, "display_name"),
            ]))
        #expect(
            problems.sentence("display_name") == texts["reason.displayNameTooShort"] + " "
                + texts["reason.displayNameLeadingPeriod"])
        let summary = try #require(problems.summary(texts)).text
        #expect(summary.components(separatedBy: "<li>").count == 4)
        #expect(summary.contains("<a href=\"#email\">\(texts["reason.emailMissing"])</a>"))
        #expect(summary.contains("role=\"alert\" tabindex=\"-1\" autofocus"))
    }

    @Test func anErrorThatIsNotAboutTheFormIsNoProblem() {
        #expect(Problems(RPCError(.internal, "m"), texts) == nil)
        #expect(Problems(RPCError(.invalidArgument, "m"), texts) == nil)
        let overloaded = RPCError.retryLater(.unavailable, .overloaded, after: .seconds(2), "m")
        #expect(Problems(overloaded, texts) == nil)
    }

    @Test func aReasonOfANewerServiceHasASentenceOfItsOwn() {
        #expect(
            found([(.unrecognized(999), "email")])?.sentence("email") == texts["reason.other"])
    }

    @Test(arguments: [
        (300, "in a second"), (1000, "in a second"), (1001, "in 2 seconds"),
        (119_000, "in 119 seconds"), (120_000, "in 2 minutes"), (120_001, "in 3 minutes"),
        (7_199_000, "in 120 minutes"), (7_200_000, "in 2 hours"), (7_200_001, "in 3 hours"),
        (4_294_967_000, "in 1194 hours"),
    ])
    func aLimitSaysWhenToTryAgain(_ milliseconds: Int64, _ later: String) throws {
        let error = RPCError.retryLater(
            .resourceExhausted, .tooManyAttempts, after: .milliseconds(milliseconds), "m")
        let problems = try #require(Problems(error, texts))
        #expect(
            problems.all.map(\.sentence) == ["There were too many attempts. Try again \(later)."])
    }

    @Test func aLimitThatDoesNotSayWhenSaysLater() {
        #expect(
            texts.sentence(.tooManyAttempts) == "There were too many attempts. Try again later.")
    }
}
