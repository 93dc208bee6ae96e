import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct DeleteUserTests {
    @Test func theAccountIsGoneEverywhereAndTheReceiptSaysSo() async throws {
        try await withAuth { world in
            let user = try await world.newUser("anna")
            let answer = try await world.asOperator.deleteUser(
                DeleteUserRequest(user: .id(user.id)))
            #expect(await world.end(of: user.tokens) != nil)
            let error = await failure { try await world.signIn(as: "anna") }
            #expect(error?.reasons == [.wrongCredentials])
            try await world.auth.settle()
            let state = try await world.auth.accountData.getDeletionReceipt(
                GetDeletionReceiptRequest(receipt: answer.receipt))
            #expect(state.profileErasedAtMs > 0 && state.presenceErasedAtMs > 0)
            let again = await failure {
                try await world.asOperator.deleteUser(DeleteUserRequest(user: .id(user.id)))
            }
            #expect(again?.reasons == [.userNotFound])
        }
    }

    @Test func administratorsCannotDeleteTheLastOfThemButTheOperatorCan() async throws {
        try await withAuth { world in
            let admin = try await world.newAdmin("anna")
            let error = await failure {
                try await world.admin.deleteUser(
                    DeleteUserRequest(user: .id(admin.id)), options: .bearer(admin.tokens))
            }
            #expect(error?.reasons == [.lastAdmin])
            #expect(await world.end(of: admin.tokens) == nil)
            _ = try await world.asOperator.deleteUser(DeleteUserRequest(user: .id(admin.id)))
            let other = await failure { try await world.user(admin.id) }
            #expect(other?.reasons == [.userNotFound])
        }
    }
}
