import ArgumentParser
import Daemon

/// Which pages there are.
struct PageOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Whether people get pages.")
    var pages = true

    @Option(
        help: ArgumentHelp(
            "Your own texts (en.json, de.json, or further languages), style.css, and logo.svg or "
                + "logo.png.",
            valueName: "directory"))
    var pagesDirectory: String?

    @Flag(
        help: ArgumentHelp(
            "For http://localhost alone: cookies that also come without TLS. Without it no browser "
                + "keeps a session that has no TLS."))
    var insecureCookies = false

    @OptionGroup var key: KeyOptions

    /// - Throws: why the pages cannot be served.
    func pages(
        _ services: WebServices.Clients, _ photos: PhotoDoor?, origins: [String],
        _ process: DaemonProcess
    ) throws -> Pages? {
        guard pages else { return nil }
        let secret = try key.file(in: process.dataDirectory).readOrMake()
        let languages = try Failure.ofOption("--pages-directory: ") {
            try Languages(directory: pagesDirectory)
        }
        return Pages(
            PageSite(
                services, photos: photos, seal: try SessionSeal(secret),
                cookies: Cookies(areInsecure: insecureCookies), languages: languages,
                files: PageFiles(directory: pagesDirectory), origins: origins))
    }
}
