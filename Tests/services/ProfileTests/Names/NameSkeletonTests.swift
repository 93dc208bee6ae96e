import RollcallAPI
import RollcallRPC
import Storage
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Profile

/// What is another name to a program and the same to an eye.
@Suite(.serialized, .onEachEngine) struct NameSkeletonTests {
    @Test func whatLooksLikeATakenNameIsTaken() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            _ = try await server.user(named: "Wilma_0")
            try await server.service.hold("Born.1", for: server.stranger().id)
            let berta = try await server.user(named: "berta")
            for name in [
                "WILMA_0", "vvilma_0", "wlIma_O", "VViIrna_o", "bom.1", "B0rn.I", "born.l",
            ] {
                let answer = try await server.anyone.checkDisplayName(.init(displayName: name))
                #expect(answer.reasons == [.displayNameTaken], "\(name)")
                let error = try await failure { _ = try await berta.rename(to: name) }
                #expect(error.is(.alreadyExists, .displayNameTaken))
            }
        }
    }

    @Test(arguments: [
        ("user1", "user2"), ("ann_k", "ann.k"), ("anna", "annna"), ("max", "maks"),
        ("tess", "te55"),
    ])
    func whatCanBeToldApartIsAnotherName(_ one: String, _ other: String) {
        #expect(NameSkeleton(canonical: one) != NameSkeleton(canonical: other))
    }

    @Test func ownersMayChangeTheirNameToOneThatLooksLikeIt() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna1")
            for name in ["annal", "ANNAI", "anna1"] {
                #expect(try await anna.rename(to: name)?.displayName == name)
            }
        }
    }

    @Test func whatIsNotPlainASCIIIsNoName() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let names = [
                "\u{430}nna", "anna\u{200B}", "ａｎｎａ", "an\u{7F}na", "an na", "\u{202E}anna",
                "a\u{301}nna", "👩‍👩‍👧na", "\u{212A}ate", "änna", "ann\u{131}", "an\nna",
            ]
            for name in names {
                let error = try await failure {
                    try await server.service.hold(name, for: server.stranger().id)
                }
                #expect(error.is(.invalidArgument, .displayNameBadCharacter), "\(name)")
            }
        }
    }

    @Test func theSchemaComputesTheSame() async throws {
        var random = TestNumbers(seed: 1)
        let letters = Array("01iIlLoOrRnNmMvVwW_.a")
        let names = (0..<2000).map { _ in
            String(
                (0..<Int.random(in: 3...12, using: &random)).compactMap { _ in
                    letters.randomElement(using: &random)
                }
            ).lowercased()
        }
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let insert = Command<String>(
                """
                INSERT INTO quarantinedName (canonicalName, untilMs) VALUES ($1, 0)
                ON CONFLICT (canonicalName) DO NOTHING
                """)
            let pairs = try await server.store.database.write { transaction in
                for name in names { try transaction.run(insert, name) }
                return try transaction.all(
                    Query<(String, String)>("SELECT canonicalName, skeleton FROM quarantinedName") {
                        try ($0.next(), $0.next())
                    })
            }
            #expect(pairs.count == Set(names).count)
            for (name, skeleton) in pairs {
                #expect(NameSkeleton(canonical: name).text == skeleton)
            }
        }
    }
}
