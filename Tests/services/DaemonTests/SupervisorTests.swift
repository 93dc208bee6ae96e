import Daemon
import Foundation
import TestSupport
import Testing

struct SupervisorTests {
    @Test func aMessageReachesASocketThatIsAFile() async throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/notify"
        let socket = try NotificationSocket(path)
        let supervisor = try #require(Supervisor(environment: ["NOTIFY_SOCKET": path]))
        supervisor.notify("READY=1\nSTATUS=here")
        #expect(await socket.receive() == "READY=1\nSTATUS=here")
    }

    @Test func aMessageReachesAnAbstractSocket() async throws {
        let name = "@rollcall-\(UUID().uuidString)"
        let socket = try NotificationSocket(name)
        let supervisor = try #require(Supervisor(environment: ["NOTIFY_SOCKET": name]))
        supervisor.notify("STOPPING=1")
        #expect(await socket.receive() == "STOPPING=1")
    }

    @Test func aSupervisorThatIsGoneIsNoError() throws {
        let supervisor = try #require(Supervisor(environment: ["NOTIFY_SOCKET": "/nowhere/at/all"]))
        supervisor.notify("READY=1")
    }

    @Test(arguments: [nil, "", "relative", "vsock:2:1", "/" + String(repeating: "a", count: 200)])
    func withoutAUsableSocketThereIsNoSupervisor(_ name: String?) {
        #expect(Supervisor(environment: name.map { ["NOTIFY_SOCKET": $0] } ?? [:]) == nil)
    }

    @Test(arguments: [
        (["WATCHDOG_USEC": "30000000"], Duration.seconds(15)),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"], .seconds(15)),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], nil),
        (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "x"], nil), ([:], nil),
    ])
    func itSaysHowOftenItWantsASignOfLife(_ variables: [String: String], _ interval: Duration?) {
        let environment = variables.merging(["NOTIFY_SOCKET": "@x"]) { $1 }
        let supervisor = Supervisor(environment: environment, processID: 7)
        #expect(supervisor?.keepAliveInterval == interval)
    }
}
