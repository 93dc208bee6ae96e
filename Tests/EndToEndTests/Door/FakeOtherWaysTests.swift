import Foundation
import RollcallTesting
import TestSupport
import Testing

@testable import RollcallApp

/// Ways to sign in without a password: the fake does what the services do.
extension FakeTests {
    @Test func anAccountWithoutAnAddressIsUpgraded() async throws {
        try await compare { stage, transcript in
            try await stage.signUp("ann")
            let device = try stage.device()
            await transcript.note("a taken name") { () throws(RollcallError) in
                try await device.signUpAnonymously(displayName: "Ann")
            }
            await transcript.note("a name") { () throws(RollcallError) in
                try await device.signUpAnonymously(displayName: "zebra_walk")
            }
            let id = device.state.user?.id
            func info() async {
                await transcript.note("info") { () throws(RollcallError) in
                    let info = try await device.accountInfo()
                    return
                        "\(info.isAnonymous) \(info.addresses.count) \(info.passwordChangedAtMs > 0)"
                }
            }
            await info()
            let forms = [
                ("", ""), ("bob", "short"), ("bob@example.org", "Zebra_Walk"),
                ("ANN@example.org", "correct horse"), ("bob@example.org", "correct horse"),
                ("carl@example.org", "correct horse"),
            ]
            for (email, password) in forms {
                await transcript.note("\(email) \(password)") { () throws(RollcallError) in
                    try await device.upgrade(email: email, password: password)
                }
            }
            await transcript.state(device)
            await info()
            #expect(device.state.user?.id == id)
            let code = try await stage.mail(to: "bob@example.org", 1).code
            await transcript.note("verified") { () throws(RollcallError) in
                try await device.verifyAddress(code: code).addresses.count
            }
            let other = try stage.device()
            await transcript.note("sign in") { () throws(RollcallError) in
                guard
                    case .signedIn(let user) = try await other.signIn(
                        "zebra_walk", password: "correct horse")
                else { throw .malformed("a second step") }
                return user
            }
            #expect(other.state.user?.id == id)
        }
    }

    @Test func aSessionIsAllTheProofOfAnAccountWithoutAWayIn() async throws {
        try await compare { stage, transcript in
            let device = try stage.device()
            try await device.signUpAnonymously()
            try await stage.forward(3600)
            await transcript.note("add") { () throws(RollcallError) in
                try await device.addAddress("ann@example.org", proof: nil) != nil
            }
            let code = try await stage.mail(to: "ann@example.org", 1).code
            await transcript.note("verify") { () throws(RollcallError) in
                try await device.verifyAddress(code: code, email: "ann@example.org").isAnonymous
            }
            await transcript.note("add another") { () throws(RollcallError) in
                try await device.addAddress("bob@example.org", proof: nil) != nil
            }
        }
    }

    @Test func aMailedCodeSignsIn() async throws {
        try await compare { stage, transcript in
            let first = try await stage.signUp("ann")
            let device = try stage.device()
            func enter(_ label: String, _ flow: String, _ code: String) async {
                await transcript.note(label) { () throws(RollcallError) in
                    let code = MailedCode(flow: flow, code: code)
                    guard case .signedIn(let user) = try await device.signIn(with: code) else {
                        throw .malformed("a second step")
                    }
                    return user
                }
            }
            // An address that nobody has verified gets none.
            let none = try await device.sendSignInCode(email: "ann@example.org")
            await enter("not verified", none, "12345678")
            let verification = try await stage.mail(to: "ann@example.org", 1).code
            _ = try await first.verifyAddress(code: verification)
            let flow = try await device.sendSignInCode(email: "Ann@example.org")
            let mail = try await stage.mail(to: "ann@example.org", 2)
            await enter("no code", flow, "abc")
            await enter("wrong", flow, mail.wrongCode)
            await enter("another flow", none, mail.code)
            await enter("no flow", "", mail.code)
            await enter("right", flow, mail.code)
            await enter("again", flow, mail.code)
            await transcript.note("no address") { () throws(RollcallError) in
                _ = try await device.sendSignInCode(email: "ann")
            }
        }
    }
}
