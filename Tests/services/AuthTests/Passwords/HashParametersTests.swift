import RollcallCrypto
import Testing

@testable import Auth

@Suite struct HashParametersTests {
    @Test func thoseOfAccountsThatThereAreAreKnown() async throws {
        try await withAuth { world in
            let hashers = try [8, 16, 32].map { try PasswordHasher.cheap(kibibytes: $0) }
            let parameters = hashers.map(\.parameters)
            let functions = parameters.map(HashFunction.argon2id)
            for (name, hasher) in zip(["anna", "ben"], hashers) {
                try await world.stop()
                try await world.start(hasher: hasher)
                _ = try await world.client.signUp(
                    .anna(email: "\(name)@example.com", name: name))
            }
            try await world.stop()
            try await world.start(hasher: hashers[2])
            let store = world.auth.store
            #expect(try await Set(store.note(parameters[2])) == Set(functions))
            try await store.run(
                """
                DELETE FROM account WHERE id = (
                    SELECT accountID FROM address WHERE canonical = 'anna@example.com')
                """)
            #expect(try await Set(store.note(parameters[2])) == Set(functions[1...]))
        }
    }
}
