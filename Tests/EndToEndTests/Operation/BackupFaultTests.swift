import Foundation
import Testing

/// Backups that were damaged, by accident or by somebody.
@Suite struct BackupFaultTests {
    private let files = FileManager.default

    /// A backup of a cluster that has stopped.
    private func backup(_ cluster: Cluster) async throws -> String {
        let made = try await cluster.backup(["create", "--to", cluster.place])
        #expect(made.status == 0, "\(made.text)")
        for service in Cluster.Service.allCases { cluster[service].stop() }
        let name = try files.contentsOfDirectory(atPath: cluster.place)
            .first { !$0.hasPrefix(".") }
        return "\(cluster.place)/\(try #require(name))"
    }

    private func change(_ path: String, _ body: (inout Data) -> Void) throws {
        var data = try Data(contentsOf: URL(filePath: path))
        body(&data)
        try data.write(to: URL(filePath: path))
    }

    @Test func faultsOfEveryFileAreNamed() async throws {
        let cluster = try await Cluster.withPhotos(2)
        let backup = try await backup(cluster)
        let sound = cluster.directory.appending(path: "sound").path
        try files.copyItem(atPath: backup, toPath: sound)
        let paths = try files.files(below: sound).map { String($0.dropFirst(sound.count + 1)) }
        #expect(paths.count { $0.hasPrefix("photos/") } >= 2)
        #expect(Set(paths).isSuperset(of: ["auth.sqlite", "manifest.json", "SHA256SUMS"]))
        for (index, path) in paths.sorted().enumerated() {
            let faults: [(String, (String) throws -> Void)] = [
                (
                    "a flipped bit",
                    {
                        try self.change($0) { data in
                            let place = Int.random(in: 0..<data.count)
                            data[data.startIndex + place] ^= 1 << UInt8.random(in: 0..<8)
                        }
                    }
                ),
                ("an end that is cut off", { try self.change($0) { $0.removeLast() } }),
                ("more bytes", { try self.change($0) { $0.append(contentsOf: [10, 48]) } }),
                ("nothing in it", { try self.change($0) { $0 = Data() } }),
                ("nothing there", { try self.files.removeItem(atPath: $0) }),
                (
                    "a link",
                    {
                        try self.files.moveItem(
                            atPath: $0, toPath: "\(cluster.directory.path)/moved")
                        defer {
                            try? self.files.removeItem(atPath: "\(cluster.directory.path)/moved")
                        }
                        try self.files.createSymbolicLink(
                            atPath: $0, withDestinationPath: "/proc/self/status")
                    }
                ),
            ]
            // Three of them for each file, by turns.
            for (fault, make) in (0..<3).map({ faults[(3 * index + $0) % faults.count] }) {
                try files.removeItem(atPath: backup)
                try files.copyItem(atPath: sound, toPath: backup)
                try make("\(backup)/\(path)")
                let verified = try await cluster.backup(["verify", backup])
                #expect(verified.status == 5, "\(path), \(fault): \(verified.text)")
                // A path may be what is changed in the list.
                let named = path == "SHA256SUMS" ? backup : path
                #expect(verified.text.contains(named), "\(path), \(fault): \(verified.text)")
                #expect(verified.text.hasSuffix("is damaged.\n"), "\(verified.text)")
            }
        }
        try files.removeItem(atPath: backup)
        try files.copyItem(atPath: sound, toPath: backup)
        try Data([1]).write(to: URL(filePath: "\(backup)/photos/more"))
        let more = try await cluster.backup(["verify", backup])
        #expect(more.status == 5 && more.text.contains("photos/more"), "\(more.text)")
        let refused = try await cluster.backup(["restore", backup, "--yes"])
        #expect(refused.status == 5, "\(refused.text)")
        let data = try files.contentsOfDirectory(
            atPath: cluster.directory.appending(path: "auth").path)
        #expect(!data.contains { $0.hasPrefix("before-restore") }, "\(data)")
    }

    @Test func aNumberThatIsTooLargeIsNoCrash() async throws {
        let cluster = try await Cluster.withPhotos(1)
        let backup = try await backup(cluster)
        let changed = try await run(
            "/bin/bash",
            [
                "-euc",
                """
                cd "$1"
                sed -i 's/"photos" : .*,/"photos" : 9223372036854775807,/' manifest.json
                grep -q 9223372036854775807 manifest.json
                sum=$(sha256sum manifest.json)
                sed -i "s/.*  manifest.json/$sum/" SHA256SUMS
                """, "bash", backup,
            ])
        try #require(changed.status == 0, "\(changed.text)")
        let verified = try await cluster.backup(["verify", backup])
        #expect(verified.status == 5 && verified.text.contains("lines are missing"))
    }

    /// With sums that fit what was changed.
    @Test func aDatabaseThatIsWrongInsideIsNamed() async throws {
        let cluster = try await Cluster.withPhotos(1)
        let backup = try await backup(cluster)
        let changed = try await run(
            "/bin/bash",
            [
                "-euc",
                """
                cd "$1"
                python3 -c 'import sqlite3
                database = sqlite3.connect("auth.sqlite", isolation_level=None)
                database.execute("DELETE FROM account")'
                sum=$(sha256sum auth.sqlite)
                sed -i "s/.*  auth.sqlite/$sum/" SHA256SUMS
                sha256sum --check --quiet SHA256SUMS
                """, "bash", backup,
            ])
        try #require(changed.status == 0, "\(changed.text)")
        let verified = try await cluster.backup(["verify", backup])
        #expect(verified.status == 5, "\(verified.text)")
        #expect(verified.text.contains("refers to one that is missing"), "\(verified.text)")
    }

    @Test func aListNamesBackupsThatAreDamaged() async throws {
        let cluster = try await Cluster.withPhotos(1)
        let backup = try await backup(cluster)
        let damaged = "\(cluster.place)/2020-01-01T000000Z"
        try files.createDirectory(atPath: damaged, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: "\(damaged)/SHA256SUMS"))
        let list = try await cluster.backup(["list", cluster.place, "--json"])
        let lines = list.text.split(separator: "\n")
        #expect(list.status == 0 && lines.count == 2, "\(list.text)")
        #expect(lines.first == #"{"damaged":"2020-01-01T000000Z"}"#)
        let table = try await cluster.backup(["list", cluster.place])
        #expect(table.text.contains("2020-01-01T000000Z  damaged"), "\(table.text)")
        #expect(table.text.contains(backup.suffix(18)), "\(table.text)")
    }

    @Test func nothingIsRestoredThroughLinksAndPathsOfOthers() async throws {
        let cluster = try await Cluster.withPhotos(1)
        let backup = try await backup(cluster)
        let place = cluster.directory.appending(path: "hostile").path
        try files.createDirectory(atPath: place, withIntermediateDirectories: true)
        let link = "\(place)/2026-11-28T030000Z"
        try files.createSymbolicLink(atPath: link, withDestinationPath: backup)
        for path in [link, "\(link)/", place] {
            let refused = try await cluster.backup(["restore", path, "--yes"])
            #expect(refused.status == 4, "\(refused.text)")
        }
        try files.removeItem(atPath: link)
        try files.moveItem(atPath: backup, toPath: link)
        let secret = "\(cluster.directory.path)/secret"
        try Data("secret".utf8).write(to: URL(filePath: secret))
        for path in ["../secret", secret, "photos/../../../secret", "photos/ab/../../secret"] {
            let sums = "\(link)/SHA256SUMS"
            let before = try Data(contentsOf: URL(filePath: sums))
            let digest = try await run("/usr/bin/sha256sum", [secret]).text.prefix(64)
            try change(sums) { $0.append(Data("\(digest)  \(path)\n".utf8)) }
            let refused = try await cluster.backup(["restore", place, "--yes"])
            #expect(refused.status == 5, "\(refused.text)")
            #expect(refused.text.contains("a line that no backup has"), "\(refused.text)")
            try before.write(to: URL(filePath: sums))
        }
        let data = try files.contentsOfDirectory(
            atPath: cluster.directory.appending(path: "auth").path)
        #expect(!data.contains { $0.hasPrefix("before-restore") }, "\(data)")
        #expect(try await cluster.backup(["restore", place, "--yes"]).status == 0)
    }
}
