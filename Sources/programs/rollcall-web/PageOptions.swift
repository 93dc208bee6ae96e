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

    @Option(
        help: ArgumentHelp(
            "The scheme of your app, such as com.example.app: with its colon. A provider sends the "
                + "browser of the app to /NAME/app, and this leads on to the app.",
            valueName: "scheme"))
    var appRedirect: String?

    func validate() throws {
        let isScheme = appRedirect?.wholeMatch(of: /[a-z][a-z0-9+.-]*:/) != nil
        let isOther = ["http:", "https:", "javascript:", "data:", "file:"].contains(appRedirect)
        guard appRedirect == nil || isScheme && !isOther else {
            throw ValidationError(
                "--app-redirect is the scheme of an app, such as com.example.app:")
        }
    }

    @OptionGroup var key: KeyOptions

    /// What `pages` does, but for the key.
    func check() throws { _ = try languages() }

    private func languages() throws -> Languages {
        try Failure.ofOption("--pages-directory: ") { try Languages(directory: pagesDirectory) }
    }

    /// - Throws: why the pages cannot be served.
    func pages(
        _ services: WebServices.Clients, _ photos: PhotoDoor?, origins: [String],
        _ process: DaemonProcess
    ) throws -> Pages? {
        guard pages else { return nil }
        let secret = try key.file(in: process.dataDirectory).readOrMake()
        return Pages(
            PageSite(
                services, photos: photos, seal: try SessionSeal(secret),
                cookies: Cookies(areInsecure: insecureCookies), languages: try languages(),
                files: PageFiles(directory: pagesDirectory), origins: origins,
                appRedirect: appRedirect))
    }
}
