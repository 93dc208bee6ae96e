import Foundation
import Testing

/// Who decodes photos: `rollcall-photo` in its sandbox, and nobody else has the code for it.
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

    /// The test would find one.
    @Test func theProgramThatDecodesLinksThem() async throws {
        let libraries = try await libraries(of: "rollcall-photo")
        for decoder in ["libjpeg", "libpng", "libwebp", "libheif", "liblcms2"] {
            #expect(libraries.contains(decoder), "\(libraries)")
        }
    }
}
