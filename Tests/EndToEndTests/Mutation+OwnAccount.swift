import RollcallAPI
import Testing

extension Mutation {
    static let ownAccount = [setLocale, changePassword, deleteAccount]

    static let newPassword = "another horse entirely"

    private static let setLocale = Mutation("AccountService/SetLocale") { resident in
        Attempt {
            try await resident.account.setLocale(
                SetLocaleRequest(locale: "de-AT"), options: resident.options())
        } check: { answer in
            let locale = try await resident.accountInfo().locale
            #expect(locale == "de-AT" || answer == nil)
            try await resident.expectSessions()
        }
    }

    private static let changePassword = Mutation("AccountService/ChangePassword") { resident in
        Attempt {
            try await resident.account.changePassword(
                ChangePasswordRequest(
                    proof: .password(resident.password), newPassword: newPassword),
                options: resident.options())
        } check: { answer in
            let isChanged = try await resident.hasOnePassword(or: newPassword)
            let (phone, laptop) = try await resident.goOn()
            #expect(isChanged || answer == nil, "the old password is back")
            #expect(laptop == !isChanged, "the password and the sessions do not belong together")
            #expect(phone)
        }
    }

    private static let deleteAccount = Mutation("AccountDataService/DeleteAccount") { resident in
        Attempt {
            try await resident.data.deleteAccount(
                DeleteAccountRequest(proof: .password(resident.password)),
                options: resident.options()
            ).receipt
        } check: { receipt in
            try await resident.expectDeletion(receipt)
        }
    }
}

extension Resident {
    /// An account is whole, or it is gone; a deletion that was acknowledged goes on at Profile.
    func expectDeletion(_ receipt: String?) async throws {
        let signsIn = try await signsIn()
        let goOn = try await goOnAlike()
        #expect(signsIn == goOn, "half an account is left")
        #expect(!signsIn || receipt == nil, "an account is back that was deleted")
        guard let receipt else { return }
        let isErased = try await holds {
            let state = try await data.getDeletionReceipt(
                GetDeletionReceiptRequest(receipt: receipt))
            return state.profileErasedAtMs != 0
        }
        #expect(isErased)
    }
}
