import Foundation
import Testing

/// The pages in Debian's Chromium, as people use them.
@Suite(.serialized) struct BrowserTests {
    @Test(arguments: [
        "the_keyboard_alone_leads_to_who_is_here",
        "a_form_says_while_one_types_what_would_be_wrong",
        "a_form_that_is_sent_twice_makes_one_account",
        "the_link_of_a_mail_proves_an_address",
        "a_forgotten_password_is_replaced_by_a_mail",
        "everything_works_without_script",
        "two_people_see_each_other_come_and_go",
        "a_photo_is_sent_with_progress_and_can_be_cancelled",
        "an_app_is_scanned_off_the_page_and_asked_for_at_the_next_sign_in",
        "nobody_is_shut_out_of_a_page",
    ])
    func peopleUseThePagesInABrowser(_ scenario: String) async throws {
        try await Self.run(scenario, at: Door(["--insecure-cookies"]))
    }

    /// With Chromium's virtual authenticator.
    @Test(arguments: [
        "a_passkey_signs_in_without_a_password", "a_device_that_cannot_verify_its_user_says_so",
    ])
    func aPasskeyIsMadeAndUsedInABrowser(_ scenario: String) async throws {
        try await Self.run(scenario, at: Door(["--insecure-cookies"], host: "localhost"))
    }

    /// To this door every access token is too old, so each visit is a refresh.
    @Test func aFormThatLayOpenOvernightIsStillTaken() async throws {
        let door = try await Door()
        let library = door.cluster.directory.appending(path: "clock.so")
        try compilePreload("clock", to: library)
        let late = try await door.another(
            environment: ["LD_PRELOAD": library.path, "CLOCK_AHEAD": "3600"])
        defer { late.process.kill() }
        try await Self.run("an_open_form_outlives_its_access_token", at: door, late.place)
    }

    private static let isLong = ProcessInfo.processInfo.environment["ROLLCALL_WEB"] != nil

    @Test(.enabled(if: isLong, "takes minutes: set ROLLCALL_WEB=1"))
    func nobodyIsShutOutOnASmallPhone() async throws {
        try await Self.run(
            "nobody_is_shut_out_on_a_small_phone", at: Door(["--insecure-cookies"]))
    }

    /// With TLS, HTTP/2 and the cookies of a deployment.
    @Test(.enabled(if: isLong, "needs nginx: set ROLLCALL_WEB=1"))
    func tenLivePagesLeaveRoomForAnotherBehindNginx() async throws {
        try await Self.run(
            "an_eleventh_page_opens_beside_ten_that_are_live",
            at: Door(["--trusted-proxy", "127.0.0.1"]))
    }

    /// - Parameter place: of the door that is visited, if it is another one.
    private static func run(
        _ scenario: String, at door: Door, _ place: String? = nil
    ) async throws {
        let output = try await door.run(
            "browser.py",
            by: Products.repository.appending(path: ".build/browser/bin/python3").path,
            [
                place.map { "http://\($0)" } ?? door.address,
                door.cluster.spool.directory.path,
                Products.repository.appending(path: "deploy/quickstart-photo.jpg").path, scenario,
            ])
        #expect(output.status == 0, "\(output.text)\n\(door.logs)")
    }
}
