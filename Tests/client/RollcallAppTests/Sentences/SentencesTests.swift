import Foundation
import RollcallAPI
import RollcallRules
import Testing

@testable import RollcallApp

struct SentencesTests {
    /// All of the contract, by the numbers that it has.
    private static let reasons = (Int32(1)...200).compactMap { number -> RollcallAPI.Reason? in
        let reason = RollcallAPI.Reason(rawValue: number)
        if case .unrecognized = reason { return nil }
        return reason
    }

    private static let failures: [Problem] = [
        .noRoute, .connectionLost, .noAnswer, .notSecure, .captivePortal, .away, .malformedAnswer,
        .store, .cancelled, .notSignedIn, .failed, .passwordsDiffer, .wrongPassword,
    ]

    @Test(arguments: Sentences.Language.allCases)
    func everyReasonOfTheContractAndEveryFailureHasASentence(_ language: Sentences.Language) {
        let sentences = Sentences(language)
        let other = sentences(.reason(RollcallApp.Reason(rawValue: 999)))
        #expect(!other.isEmpty)
        let reasons = Self.reasons.map { Problem.reason(RollcallApp.Reason(rawValue: $0.rawValue)) }
        #expect(reasons.count > 60)
        for problem in reasons + Self.failures {
            let sentence = sentences(problem)
            #expect(sentence.hasSuffix(".") && sentence != other, "\(problem)")
            #expect(!sentence.contains(/[{}]/), "\(problem)")
        }
        // No sentence is for what no longer exists.
        let known = Set(
            reasons.map(\.key) + Self.failures.map(\.key) + ["reason.other", "later"]
                + ["second", "seconds", "minutes", "hours"].map { "later.\($0)" })
        #expect(Catalogue.languages[language.rawValue].map { Set($0.keys) } == known)
    }

    @Test func theRulesCallEveryReasonWhatTheContractCallsIt() {
        #expect(ContractReason.allCases.map(\.rawValue) == Self.reasons.map(\.rawValue))
        #expect(ContractReason.allCases.map { "\($0)" } == Self.reasons.map { "\($0)" })
    }

    @Test(arguments: [
        (["de-AT", "en"], Sentences.Language.german), (["de"], .german),
        (["en-GB", "de"], .english),
        (["fr", "de_CH"], .german), (["fr"], .english), ([], .english), (["den"], .english),
    ])
    func theFirstLanguageOfTheUserIsTaken(_ tags: [String], _ language: Sentences.Language) {
        #expect(Sentences.Language.preferred(of: tags) == language)
    }

    @Test func aLimitSaysWhenToTryAgain() {
        let now = Date()
        func sentence(_ seconds: Double?) -> String {
            Sentences(.english)(
                .reason(.tooManyAttempts), retryAt: seconds.map { now.addingTimeInterval($0) },
                now: now)
        }
        #expect(sentence(nil) == "There were too many attempts. Try again later.")
        #expect(sentence(-5) == sentence(nil))
        #expect(sentence(90) == "There were too many attempts. Try again in 90 seconds.")
        #expect(sentence(600) == "There were too many attempts. Try again in 10 minutes.")
        for hostile in [.infinity, 1e300, -.infinity, .nan] { #expect(!sentence(hostile).isEmpty) }
    }

    @Test func anErrorSaysEachOfItsSentencesOnce() {
        var violations = Array(repeating: RollcallApp.Violation(), count: 3)
        violations[0].reason = .passwordTooShort
        violations[1].reason = .passwordTooShort
        violations[2].reason = .emailTaken
        let error = RollcallError(.invalidArgument, "m", violations: violations)
        #expect(
            Sentences(.german)(error) == "Das Passwort ist zu kurz: es hat mindestens 8 Zeichen. "
                + "Es gibt ein Konto mit dieser E-Mail-Adresse. Wenn es deines ist, melde dich an.")
        let own = Sentences(.english, replacing: [.reason(.emailTaken): "Taken until {later}."])
        #expect(own(error).hasSuffix(" characters. Taken until later."))
        #expect(error.localizedDescription == Sentences()(error))
    }

    @Test func aWrongPasswordOfASessionLeavesTheAccountOutOfDoubt() {
        var violation = RollcallApp.Violation()
        violation.reason = .wrongCredentials
        func problems(_ code: RollcallError.Code) -> [Problem] {
            RollcallError(code, "m", violations: [violation]).problems
        }
        #expect(problems(.permissionDenied) == [.wrongPassword])
        #expect(problems(.unauthenticated) == [.reason(.wrongCredentials)])
    }

    @Test(arguments: [
        (RollcallError.Origin.redirect(to: "x"), Problem.captivePortal),
        (.notRollcall(status: 200), .captivePortal), (.proxy(status: 502), .away),
        (.noRoute, .noRoute), (.notSecure, .notSecure), (.store, .store), (.service, .away),
    ])
    func whatIsNoRollcallIsNamedAsSuch(_ origin: RollcallError.Origin, _ problem: Problem) {
        // The words for developers may name what was sent.
        let error = RollcallError(.unavailable, "secret", from: origin)
        #expect(error.problems == [problem])
        #expect(error.localizedDescription.contains("secret") == false)
    }
}
