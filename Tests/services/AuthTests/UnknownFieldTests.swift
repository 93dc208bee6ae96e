import RollcallAPI
import RollcallCrypto
import RollcallRPC
import RollcallWire
import Testing

@testable import Auth

/// Whatever a caller adds to a request, by any number and of any type: it changes nothing.
@Suite struct UnknownFieldTests {
    @Test func noFieldOfAnyRequestMakesACallerMoreThanHeIs() async throws {
        try await withAuth { world in
            let plain = try await world.client.signUp(.anna(email: "ben@example.com", name: "ben"))
            let form = try swollen(SignUpRequest.anna(), known: 1...16)
            let signUp = try await world.client.signUp(form)
            #expect(
                try await state(world, signUp.session?.userID)
                    == state(world, plain.session?.userID))

            let before = try await state(world, signUp.session?.userID)
            let (account, options) = (world.auth.account, try CallOptions.bearer(signUp.tokens))
            _ = try await account.getAccount(swollen(.init(), known: nil), options: options)
            _ = try await account.setLocale(
                swollen(SetLocaleRequest(locale: "de"), known: 1...1), options: options)
            _ = try await account.sendVerification(swollen(.init(), known: nil), options: options)
            let change = ChangePasswordRequest(
                proof: .password("correct horse"), newPassword: "battery staple")
            _ = try await account.changePassword(swollen(change, known: 1...2), options: options)
            let wrong = VerifyAddressRequest(code: "12345678")
            _ = await failure {
                try await account.verifyAddress(swollen(wrong, known: 1...2), options: options)
            }
            let start = StartAddressChangeRequest(
                proof: .password("battery staple"), newEmail: "anna@example.org")
            _ = try await account.startAddressChange(
                swollen(start, known: 1...2), options: options)
            _ = await failure {
                try await account.confirmAddressChange(
                    swollen(ConfirmAddressChangeRequest(), known: 1...2), options: options)
            }
            _ = try await account.sendReauthentication(
                swollen(.init(), known: nil), options: options)
            let proof = Reauthentication.password("battery staple")
            _ = try await account.addAddress(
                swollen(
                    AddAddressRequest(proof: proof, email: "a@example.org"), known: 1...2),
                options: options)
            let (primary, removal) = (
                MakeAddressPrimaryRequest(proof: proof, email: "anna@example.com"),
                RemoveAddressRequest(proof: proof, email: "anna@example.org")
            )
            _ = try await account.makeAddressPrimary(
                swollen(primary, known: 1...2), options: options)
            _ = await failure {
                try await account.removeAddress(swollen(removal, known: 1...2), options: options)
            }
            let request = RequestPasswordResetRequest(email: "anna@example.com")
            _ = try await account.requestPasswordReset(swollen(request, known: 1...3))
            for link in ["", "rcl1_"] {
                _ = await failure {
                    try await account.followLink(
                        swollen(FollowLinkRequest(linkToken: link), known: 1...1))
                }
            }
            let signIn = SignInRequest(email: "anna@example.com", password: "battery staple")
            let session = try await world.client.signIn(swollen(signIn, known: 1...16)).session
            #expect(session?.isEmailVerified == false)
            #expect(try await state(world, signUp.session?.userID) == before)
        }
    }

    /// A message with fields that it does not have, each as a number and as a text: the lowest
    /// ones. All others are looked at as well, a few at a time, as a message may hold only so many.
    ///
    /// - Parameter known: the numbers of those that it has, or soon may.
    private func swollen<Request: Message>(
        _ request: Request, known: ClosedRange<Int>?
    ) throws -> Request {
        let numbers = (1...2047).filter { known?.contains($0) != true }
        var first: Request?
        for start in stride(from: 0, to: numbers.count, by: 8) {
            var bytes = request.serialized()
            for number in numbers[start...].prefix(8) {
                bytes += varint(number << 3) + [1]
                bytes += varint(number << 3 | 2) + [5] + Array("admin".utf8)
            }
            let swollen = try Request(serialized: bytes)
            #expect(swollen == request)
            first = first ?? swollen
        }
        return try #require(first)
    }

    private func varint(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + varint(value >> 7)
    }

    /// What an account may and is, but for what its owner may change.
    private func state(_ world: AuthServer, _ userID: String?) async throws -> [String: String] {
        let own: Set<String> = [
            "id", "primary", "password", "credentialsChangedAt", "locale",
        ]
        let id = try #require(UUIDv7(userID ?? ""))
        let account = try #require(try await world.auth.store.account(id: id))
        let verified = ["verified": "\(account.verifiedPrimary != nil)"]
        return Mirror(reflecting: account).children.reduce(into: verified) { state, field in
            guard let name = field.label, !own.contains(name) else { return }
            state[name] = "\(field.value)"
        }
    }
}
