import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

extension Mutation {
    static let imports = [importUsers]

    /// The same batch again is how an import goes on that was killed.
    private static let importUsers = Mutation("ImportService/ImportUsers") { resident in
        let named = "\(resident.name)_i"
        let users = [named, "\(resident.name)-j"].map { name in
            ImportedUser(
                foreignID: name, email: "\(name)@example.org",
                passwordHash: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
                displayName: name == named ? named : "")
        }
        let request = ImportUsersRequest(users: users, source: "elsewhere")
        return Attempt {
            try await resident.imports.importUsers(request)
        } check: { answer in
            let again = try await resident.imports.importUsers(request).results
            #expect(again.allSatisfy { $0.problem.isEmpty }, "\(again)")
            if let answer {
                #expect(again.map(\.userID) == answer.results.map(\.userID), "there are others")
            }
            let last = try await resident.imports.importUsers(request).results
            #expect(last.map(\.userID) == again.map(\.userID))
            #expect(last.allSatisfy { $0.outcome == .wasThere })
            for user in users {
                let signsIn = try await resident.signsIn(with: "U*U", at: user.email)
                #expect(signsIn, "an imported account has no way in")
            }
        }
    }
}
