import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestServers
import Testing

@testable import Profile

@Suite(.serialized, .onEachEngine) struct ReservedNamesTests {
    // U5
    @Test func reservedNamesAreNobodys() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "anna")
            let names = [
                "admin", "Root", "support", "NULL", "api", "me_", "help", "System", "security",
                "rollcall", "auth", "profile", "presence", "adm1n", "r00t", "supp0rt", "AdmIn",
                "adrnin", "acImin", "5upp0r7", "m.e", "s_e_c_u_r_i_t_y", "PR0FILE", "4p1", "he1p",
                "_root_",
            ]
            for name in names {
                let answer = try await server.anyone.checkDisplayName(.init(displayName: name))
                #expect(answer.reasons == [.displayNameReserved], "\(name)")
                let holding = try await failure {
                    try await server.service.hold(name, for: server.stranger().id)
                }
                #expect(holding.is(.invalidArgument, .displayNameReserved))
                let renaming = try await failure { _ = try await anna.rename(to: name) }
                #expect(renaming.is(.invalidArgument, .displayNameReserved))
            }
        }
    }

    @Test func allBrokenRulesAreNamed() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let answer = try await server.anyone.checkDisplayName(.init(displayName: "Admin."))
            #expect(answer.reasons == [.displayNameTrailingPeriod, .displayNameReserved])
        }
    }

    @Test(arguments: ["adam", "mary", "holly", "rooter", "administrata", "apia", "amen", "roland"])
    func aNameThatOnlyRemindsOfOneIsFree(_ name: String) {
        #expect(!ReservedNames.contains(name))
    }

    /// They were chosen before the word was reserved.
    @Test func whoHasOneKeepsItAndIsFoundByIt() async throws {
        try await withProfileServer(blobs: MemoryBlobs()) { server in
            let anna = try await server.user(named: "Boss")
            try await server.operator.reserveWord("boss")
            #expect(try await anna.profile(named: "boss")?.userID == anna.id)
            #expect(try await server.service.resolve("BOSS") == anna.id)
        }
    }

    @Test func everyWordIsWrittenInLowerCaseAndOnce() {
        #expect(ReservedNames.words.allSatisfy { $0 == $0.lowercased() })
        #expect(Set(ReservedNames.words).count == ReservedNames.words.count)
    }
}
