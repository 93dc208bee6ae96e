import Foundation
import Testing

@testable import RollcallApp

struct FormTests {
    private func error(_ violations: (Reason, String)...) -> RollcallError {
        RollcallError(
            .invalidArgument, "m",
            violations: violations.map { reason, field in
                var violation = Violation()
                (violation.reason, violation.field) = (reason, field)
                return violation
            })
    }

    @Test func aSignUpSaysEveryBrokenRuleAtItsField() {
        var form = SignUpForm()
        form.confirmation = ""
        #expect(!form.canSubmit)
        #expect(form.problems(of: .email) == [.reason(.emailMissing)])
        #expect(form.problems(of: .password) == [.reason(.passwordMissing)])
        #expect(form.problems(of: .displayName) == [.reason(.displayNameMissing)])
        #expect(form.problems(of: .confirmation) == [])
        (form.email, form.displayName) = ("mailto:Ann@example.org.", " ann. ")
        form.password = "ann@EXAMPLE.org"
        #expect(form.problems(of: .email) == [])
        #expect(form.problems(of: .password) == [.reason(.passwordSameAsIdentity)])
        #expect(form.problems(of: .displayName) == [.reason(.displayNameTrailingPeriod)])
        #expect(form.problems(of: .confirmation) == [.passwordsDiffer])
        // The same word, composed otherwise.
        (form.displayName, form.password) = ("ann", "pa\u{308}ssword")
        form.confirmation = "p\u{e4}ssword"
        #expect(form.canSubmit)
        #expect("\(form)" == "SignUpForm(<redacted>)")
    }

    @Test func aDisplayNameIsNeededOnlyWhereTheAppSaysSo() {
        var form = SignUpForm(requiresDisplayName: false)
        (form.email, form.password) = ("ann@example.org", "correct horse")
        form.displayName = "  "
        #expect(form.canSubmit)
        form.displayName = "a"
        #expect(form.problems(of: .displayName) == [.reason(.displayNameTooShort)])
    }

    @Test func nothingIsShownBeforeAFieldWasEditedOrTheFormWasTried() {
        var form = SignInForm()
        #expect(form.shownProblems(of: .name).isEmpty)
        #expect(!form.problems(of: .name).isEmpty)
        form.name = "a"
        form.name = ""
        #expect(form.shownProblems(of: .name) == [.reason(.fieldMissing)])
        #expect(form.shownProblems(of: .password).isEmpty)
        #expect(form.attempt() == false)
        #expect(form.shownProblems(of: .password) == [.reason(.passwordMissing)])
    }

    @Test func whatAServiceSaysStaysAtItsFieldUntilThatIsEdited() {
        var form = SignUpForm()
        (form.email, form.password) = ("ann@example.org", "correct horse")
        form.displayName = "ann"
        let others = form.refuse(
            error(
                (.emailTaken, "email"), (.passwordCommon, "password"), (.fieldMalformed, "locale"),
                (.tooManyAttempts, "")))
        #expect(others == [.reason(.fieldMalformed), .reason(.tooManyAttempts)])
        #expect(form.shownProblems(of: .email) == [.reason(.emailTaken)])
        // It can be sent again: the other account may be gone.
        #expect(form.canSubmit)
        form.password += "!"
        form.email = "ann@example.org"
        #expect(form.problems(of: .email) == [.reason(.emailTaken)])
        #expect(form.problems(of: .password).isEmpty)
        form.email = "bob@example.org"
        form.email = "ann@example.org"
        #expect(form.problems(of: .email).isEmpty)
        #expect(form.refuse(RollcallError(.unavailable, "m", from: .noRoute)) == [.noRoute])
        // A limit has a time, which the sentence of a field would not have.
        let limit = error((.renamedTooOften, "display_name"))
        let later = RollcallError(
            limit.code, "m", violations: limit.violations, retryAt: .distantFuture)
        #expect(form.refuse(later) == [.reason(.renamedTooOften)])
        #expect(form.problems(of: .displayName).isEmpty)
    }

    @Test func aRuleThatTheServiceNamesTooIsSaidOnce() {
        var form = SignUpForm()
        form.refuse(error((.emailMissing, "email"), (.emailTaken, "email")))
        form.refuse(error((.emailTaken, "email")))
        #expect(form.problems(of: .email) == [.reason(.emailMissing), .reason(.emailTaken)])
    }

    @Test(arguments: [
        ("1234 5678", false), ("१२३४५६७८", false),
        ("https://example.org/reset-password#AbC", true), ("AbC", true),
    ])
    func aResetTakesTheCodeOrTheLinkOfTheMail(_ code: String, _ isLink: Bool) {
        var form = PasswordResetForm()
        (form.code, form.password) = (code, "correct horse")
        #expect(form.canSubmit == isLink)
        #expect(!form.canRequest)
        form.email = "ann@example.org"
        #expect(form.canSubmit && form.canRequest)
        #expect(
            form.proof("flow")
                == (isLink
                    ? .linkToken(code) : .mailedCode(MailedCode(flow: "flow", code: code))))
        form.refuse(error((.codeWrong, "mailed_code.code"), (.passwordCommon, "new_password")))
        #expect(form.problems(of: .code) == [.reason(.codeWrong)])
        #expect(form.problems(of: .password) == [.reason(.passwordCommon)])
    }

    @Test func aProfileFormSendsOnlyWhatWasEdited() {
        var profile = Profile()
        (profile.displayName, profile.bio, profile.revision) = ("ann", "Hello", 7)
        profile.links = ["https://example.org"]
        var form = ProfileForm(profile)
        #expect(form.change == ProfileChange(revision: 7))
        form.bio = ""
        form.links.append("")
        #expect(form.change == ProfileChange(bio: "", revision: 7))
        form.links = ["https://a@example.org"]
        #expect(form.problems(of: .links) == [.reason(.fieldMalformed)])
        form.links = Array(repeating: "https://example.org", count: 6)
        #expect(form.problems(of: .links) == [.reason(.tooMany)])
        form.links = []
        form.pronouns = "she\nher"
        #expect(form.problems(of: .pronouns) == [.reason(.fieldMalformed)])
        form.pronouns = "she/her"
        form.displayName = ".a"
        #expect(!form.canSubmit)
        form.displayName = "Ann"
        #expect(form.canSubmit)
        #expect(
            form.change
                == ProfileChange(
                    displayName: "Ann", bio: "", pronouns: "she/her", links: [], revision: 7))
        form.refuse(error((.fieldMalformed, "links[2]"), (.displayNameTaken, "display_name")))
        #expect(form.problems(of: .links) == [.reason(.fieldMalformed)])
        #expect(form.problems(of: .displayName) == [.reason(.displayNameTaken)])
    }

    @Test func aProfileWithoutANameNeedsNone() {
        var form = ProfileForm()
        form.bio = "Hello"
        #expect(form.canSubmit)
        form.displayName = "ann"
        form.displayName = ""
        #expect(form.canSubmit && form.change == ProfileChange(bio: "Hello"))
    }

    /// Such a text reaches no rule of a service.
    @Test func aTextWithANULIsNoText() {
        var form = SignUpForm()
        (form.email, form.password, form.displayName) = ("a\0@b.c", "correct\0horse", "an\0n")
        for field in [SignUpForm.Field.email, .password, .displayName] {
            #expect(form.problems(of: field) == [.reason(.fieldMalformed)])
        }
        var profile = ProfileForm()
        (profile.bio, profile.links) = ("a\0", ["\0"])
        #expect(profile.problems(of: .bio) == [.reason(.fieldMalformed)])
        #expect(profile.problems(of: .links) == [.reason(.fieldMalformed)])
    }
}
