import Foundation
import Testing

@testable import Auth

@Suite struct SecretKeyFileTests {
    @Test func aKeyIsMadeOnceAndReadAgain() async throws {
        try await withDirectory { directory in
            let path = directory.appending(path: "secret.key").path
            let made = try SecretKeyFile(path: path).read()
            #expect(made.bytes.count == 32)
            #expect(try SecretKeyFile(path: path).read() == made)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(files == ["secret.key"])
        }
    }

    @Test func aDamagedKeyIsNotReplaced() async throws {
        try await withDirectory { directory in
            let url = directory.appending(path: "secret.key")
            for count in [0, 31, 33] {
                try Data(count: count).write(to: url)
                #expect(throws: SecretKeyFile.Unusable.self) {
                    try SecretKeyFile(path: url.path).read()
                }
                #expect(try Data(contentsOf: url).count == count)
            }
        }
    }

    @Test func aDirectoryThatIsNotThereIsSaid() {
        #expect(throws: SecretKeyFile.Unusable.self) {
            try SecretKeyFile(path: "/nowhere/secret.key").read()
        }
    }
}
