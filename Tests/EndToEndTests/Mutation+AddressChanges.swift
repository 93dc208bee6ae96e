import RollcallAPI
import Testing

extension Mutation {
    static let addressChanges = [startAddressChange, confirmAddressChange, undoAddressChange]

    private static let startAddressChange = Mutation("AccountService/StartAddressChange") {
        resident in
        try await resident.verify()
        return Attempt {
            try await resident.startAddressChange()
        } check: { answer in
            try await resident.expectSessions()
            guard answer != nil else { return }
            let codes = try await resident.addressCodes()
            try await expectOnce(isAcknowledged: false, isUsed: false) {
                try await resident.confirms(codes)
            }
        }
    }

    private static let confirmAddressChange = Mutation("AccountService/ConfirmAddressChange") {
        resident in
        try await resident.verify()
        try await resident.startAddressChange()
        let codes = try await resident.addressCodes()
        return Attempt {
            try await resident.account.confirmAddressChange(codes, options: resident.options())
        } check: { answer in
            let isChanged =
                try await resident.accountInfo().primaryAddress?.email == resident.newEmail
            let laptop = try await resident.goesOn(resident.laptop.tokens)
            #expect(laptop == !isChanged, "the address and the sessions do not belong together")
            try await expectOnce(isAcknowledged: answer != nil, isUsed: isChanged) {
                try await resident.confirms(codes)
            }
            #expect(try await resident.signsIn(at: resident.newEmail))
            #expect(try await !resident.signsIn(), "the account has two addresses")
            _ = try await resident.mail(.addressChanged)
        }
    }

    private static let undoAddressChange = Mutation("AccountService/FollowLink") { resident in
        try await resident.verify()
        try await resident.startAddressChange()
        let codes = try await resident.addressCodes()
        _ = try await resident.account.confirmAddressChange(codes, options: resident.options())
        let token = try await resident.mail(.addressChanged).linkToken
        return Attempt {
            try await resident.account.followLink(FollowLinkRequest(linkToken: token))
        } check: { answer in
            let isUndone = try await resident.summary()?.email == resident.email
            let phone = try await resident.goesOn(resident.phone.tokens)
            #expect(phone == !isUndone, "the address and the sessions do not belong together")
            try await expectOnce(isAcknowledged: answer != nil, isUsed: isUndone) {
                try await resident.follows(token)
            }
            // By now it is undone. The account has its former address, and no password.
            #expect(try await !resident.signsIn(at: resident.newEmail))
            #expect(try await !resident.signsIn())
            _ = try await resident.mail(.passwordReset)
        }
    }
}

extension Resident {
    func verify() async throws {
        let code = try await mail(.verification).code
        _ = try await account.verifyAddress(VerifyAddressRequest(code: code), options: options())
    }

    func startAddressChange() async throws {
        _ = try await account.startAddressChange(
            StartAddressChangeRequest(proof: .password(password), newEmail: newEmail),
            options: options())
    }

    /// What the mails to both addresses say.
    func addressCodes() async throws -> ConfirmAddressChangeRequest {
        ConfirmAddressChangeRequest(
            oldCode: try await mail(.oldAddress).code,
            newCode: try await mail(.newAddress, to: newEmail).code)
    }

    func confirms(_ codes: ConfirmAddressChangeRequest) async throws -> Bool {
        try await isTaken {
            _ = try await account.confirmAddressChange(codes, options: options())
        }
    }
}
