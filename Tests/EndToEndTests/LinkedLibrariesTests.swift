import Foundation
import Testing

/// Who decodes photos: `rollcall-photo` in its sandbox, and nobody else has the code for it. What a
/// service needs in order to start.
@Suite struct LinkedLibrariesTests {
    private static let decoders = [
        "libjpeg", "libturbojpeg", "libpng", "libwebp", "libheif", "libde265", "liblcms2",
    ]

    /// The shared libraries of a program, and theirs, by ldd(1).
    private func libraries(of program: String) async throws -> String {
        let path = Products.directory.appending(path: program).path
        let output = try await run("/usr/bin/ldd", [path])
        try #require(output.status == 0, "\(output.text)")
        return output.text
    }

    @Test(arguments: ["rollcall", "rollcall-auth", "rollcall-profile", "rollcall-presence"])
    func neitherTheCLINorAServiceLinksADecoder(_ program: String) async throws {
        let libraries = try await libraries(of: program)
        #expect(libraries.contains("libc.so"))
        for decoder in Self.decoders {
            #expect(!libraries.contains(decoder), "\(program): \(libraries)")
        }
    }

    /// `libhiredis0.14`, 1.1.0 and so on: a service would not start where the name of its build is
    /// missing, though it only speaks to Redis with `--engine`.
    @Test(arguments: ["rollcall-auth", "rollcall-profile", "rollcall-presence"])
    func aServiceNeedsNoLibraryWhoseNameChangesWithTheRelease(_ program: String) async throws {
        let libraries = try await libraries(of: program)
        #expect(!libraries.contains("hiredis"), "\(program): \(libraries)")
    }

    /// By dpkg: a package is `libssl3t64` in a later release, which apt-get finds by the name on
    /// the page.
    @Test(arguments: [
        "rollcall", "rollcall-auth", "rollcall-profile", "rollcall-presence", "rollcall-photo",
    ])
    func everyLibraryIsOfAPackageThatTheInstallPageNames(_ program: String) async throws {
        let page = try String(
            contentsOf: Products.repository.appending(path: "deploy/install.md"), encoding: .utf8)
        let named = Set(page.matches(of: /`(lib[^`]+)`/).map { String($0.1) })
        // They are part of every system.
        let basic: Set = ["libc6", "libgcc-s1", "libstdc++6"]
        let path = Products.directory.appending(path: program).path
        let needed = try await run("/usr/bin/readelf", ["-d", path]).text
            .matches(of: /NEEDED.*\[(.+)\]/).map { String($0.1) }
        let places = try await libraries(of: program)
        for library in needed {
            let line = places.split(separator: "\n").first { $0.contains(library) } ?? ""
            guard let file = line.firstMatch(of: /=> (\S+)/)?.1, !file.contains("/swift/") else {
                continue
            }
            // Below /lib in dpkg's list, or below /usr/lib.
            let name = URL(filePath: String(file)).resolvingSymlinksInPath().lastPathComponent
            let owners = try await run("/usr/bin/dpkg", ["-S", "*/\(name)"]).text
            let packages = owners.split(separator: "\n").map {
                String($0.prefix { $0 != ":" }).replacing("t64", with: "")
            }
            #expect(!packages.allSatisfy { !named.union(basic).contains($0) }, "\(owners)")
        }
        #expect(needed.count > 5)
    }

    /// The test would find one.
    @Test func theProgramThatDecodesLinksThem() async throws {
        let libraries = try await libraries(of: "rollcall-photo")
        for decoder in ["libjpeg", "libpng", "libwebp", "libheif", "liblcms2"] {
            #expect(libraries.contains(decoder), "\(libraries)")
        }
    }
}
