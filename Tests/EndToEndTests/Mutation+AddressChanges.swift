import RollcallAPI
import Testing

extension Mutation {
    static let addressChanges = [
        startAddressChange, confirmAddressChange, undoAddressChange, sendReauthentication,
        addAddress, proveAddress, makeAddressPrimary, removeAddress,
    ]

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

/// With several addresses.
extension Mutation {
    private static let sendReauthentication = Mutation("AccountService/SendReauthentication") {
        resident in
        try await resident.verify()
        return Attempt {
            try await resident.account.sendReauthentication(
                SendReauthenticationRequest(), options: resident.options())
        } check: { answer in
            try await resident.expectSessions()
            guard answer != nil else { return }
            let code = try await resident.mail(.reauthentication).code
            try await expectOnce(isAcknowledged: false, isUsed: false) {
                try await resident.proves(code)
            }
        }
    }

    private static let addAddress = Mutation("AccountService/AddAddress") { resident in
        try await resident.verify()
        return Attempt {
            try await resident.startAdding()
        } check: { answer in
            try await resident.expectSessions()
            #expect(try await resident.addresses() == [resident.email], "nobody has proved it")
            guard answer != nil else { return }
            let code = try await resident.mail(.newAddress, to: resident.newEmail).code
            try await expectOnce(isAcknowledged: false, isUsed: false) {
                try await resident.adds(code)
            }
        }
    }

    private static let proveAddress = Mutation("AccountService/VerifyAddress") { resident in
        try await resident.verify()
        try await resident.startAdding()
        let code = try await resident.mail(.newAddress, to: resident.newEmail).code
        return Attempt {
            try await resident.account.verifyAddress(
                VerifyAddressRequest(code: code, email: resident.newEmail),
                options: resident.options())
        } check: { answer in
            let isAdded = try await resident.addresses().contains(resident.newEmail)
            try await expectOnce(isAcknowledged: answer != nil, isUsed: isAdded) {
                try await resident.adds(code)
            }
            _ = try await resident.mail(.addressAdded)
            #expect(try await resident.addresses() == [resident.email, resident.newEmail])
            try await resident.expectSessions()
        }
    }

    private static let makeAddressPrimary = Mutation("AccountService/MakeAddressPrimary") {
        resident in
        try await resident.addAddress()
        return Attempt {
            try await resident.account.makeAddressPrimary(
                MakeAddressPrimaryRequest(
                    proof: .password(resident.password), email: resident.newEmail),
                options: resident.options())
        } check: { answer in
            let addresses = try await resident.addresses()
            let isChanged = addresses == [resident.newEmail, resident.email]
            #expect(isChanged || addresses == [resident.email, resident.newEmail])
            #expect(isChanged || answer == nil, "an acknowledged choice is lost")
            let laptop = try await resident.goesOn(resident.laptop.tokens)
            #expect(laptop == !isChanged, "the address and the sessions do not belong together")
            guard isChanged else { return }
            _ = try await resident.mail(.addressArrived)
            let undo = try await resident.mail(.addressChanged).linkToken
            #expect(try await resident.follows(undo), "the choice cannot be undone")
            #expect(try await resident.summary()?.email == resident.email)
        }
    }

    private static let removeAddress = Mutation("AccountService/RemoveAddress") { resident in
        try await resident.addAddress()
        return Attempt {
            try await resident.account.removeAddress(
                RemoveAddressRequest(
                    proof: .password(resident.password), email: resident.newEmail),
                options: resident.options())
        } check: { answer in
            let isRemoved = try await resident.addresses() == [resident.email]
            #expect(isRemoved || answer == nil, "an acknowledged removal is lost")
            try await resident.expectSessions()
            guard isRemoved else { return }
            _ = try await resident.mail(.addressRemoved)
            _ = try await resident.mail(.addressRemoved, to: resident.newEmail)
        }
    }
}

extension Resident {
    /// The addresses of the account, the primary one first.
    func addresses() async throws -> [String] {
        try await accountInfo().addresses.map(\.email)
    }

    func startAdding() async throws {
        _ = try await account.addAddress(
            AddAddressRequest(proof: .password(password), email: newEmail), options: options())
    }

    /// Whether a code adds the address.
    func adds(_ code: String) async throws -> Bool {
        try await isTaken {
            _ = try await account.verifyAddress(
                VerifyAddressRequest(code: code, email: newEmail), options: options())
        }
    }

    /// Whether a mailed code proves that the caller is the owner.
    func proves(_ code: String) async throws -> Bool {
        try await isTaken {
            _ = try await account.makeAddressPrimary(
                MakeAddressPrimaryRequest(
                    proof: Reauthentication(proof: .mailedCode(code)), email: email),
                options: options())
        }
    }

    /// Gives the account its second address.
    func addAddress() async throws {
        try await verify()
        try await startAdding()
        let code = try await mail(.newAddress, to: newEmail).code
        #expect(try await adds(code))
    }

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
