import AccessTokens
import ArgumentParser
import Foundation
import Glibc
import Introspection
import Logging
import Metrics
import NIOPosix
import RollcallAPI
import RollcallCompression
import RollcallRPC
import RollcallRPCPolicies
import ServiceLifecycle

/// One of Rollcall's processes: its files, its log, and its life from start to end.
package struct DaemonProcess: Sendable {
    package let logger: Logger
    /// The directory of the process's files; it exists, and is closed to other users.
    package let dataDirectory: String

    let options: DaemonOptions
    private let descriptors = DescriptorLimit.raised()
    private let maximumConnections: Int
    private let name: String
    /// Milliseconds since 1970.
    private let startedAt = SystemClock.milliseconds()
    private let tls: DaemonTLS
    private let supervisor: Supervisor?
    let health = HealthStatus()
    private let disk: Disk
    private let metricsFile: MetricsFile?

    /// Runs a process from start to end. `body` makes what the process consists of, in order of
    /// dependence, and hands its server to `serve`.
    ///
    /// - Parameter maximumConnections: how many its server is to have at once, if there are descriptors for them.
    /// - Throws: `ExitCode`, after one sentence on standard error that says why the process did not
    ///   start or had to stop (see `Failure`).
    package static func run(
        _ name: String, _ options: DaemonOptions,
        maximumConnections: Int = ServerConfiguration().maximumConnections,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        body: (DaemonProcess) async throws -> Void
    ) async throws {
        try await reportingFailure(of: name) {
            MallocTuning.keepFreedMemory()
            try await body(
                DaemonProcess(
                    name, options, maximumConnections: maximumConnections, environment: environment)
            )
        }
    }

    /// Runs `body`, which makes files, as what a process called `name` does.
    ///
    /// - Throws: `ExitCode`, after one sentence on standard error.
    package static func reportingFailure(
        of name: String, _ body: () async throws -> Void
    ) async throws {
        do {
            confine()
            try await body()
        } catch {
            let failure = Failure(error)
            StandardErrorLog.write("\(name): \(failure.sentence)")
            throw ExitCode(failure.exitStatus)
        }
    }

    private init(
        _ name: String, _ options: DaemonOptions, maximumConnections: Int,
        environment: [String: String]
    ) throws {
        self.name = name
        self.maximumConnections = maximumConnections
        self.options = options
        self.tls = try DaemonTLS(options.tls)
        self.dataDirectory = try PrivateDirectory.make(options.dataDirectory)
        self.disk = Disk(of: dataDirectory)
        health.set(.good, ofDependency: Disk.name)
        self.supervisor = Supervisor(environment: environment)
        let handler = StandardErrorLog(
            level: options.logLevel, isForJournal: environment["JOURNAL_STREAM"] != nil)
        let logger = Logger(label: name) { _ in handler }
        self.logger = logger
        self.metricsFile = options.metricsFile.map { path in
            let service = name.hasPrefix("rollcall-") ? String(name.dropFirst(9)) : name
            return MetricsFile(
                path: path, registry: MetricsRegistry(service: service), logger: logger)
        }
        // Once in a process, and before anything that counts is made.
        if let metricsFile { MetricsSystem.bootstrap(metricsFile.registry) }
    }

    /// Files are made for this user alone, and secrets in memory do not end up in a core file.
    private static func confine() {
        umask(0o077)
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Serves what every process is asked beside its own services: how it is, and what it can be
    /// asked.
    ///
    /// - Parameter queues: tell how much work waits, by the name of the queue.
    package func addIntrospection(
        to router: inout Router, queues: [String: @Sendable () async throws -> Int] = [:]
    ) {
        router.add(
            StatusHandler(
                program: name, startedAt: startedAt, health: health, disk: disk,
                certificate: tls.server, queues: queues))
        router.addIntrospection(health, isReflecting: options.reflection)
    }

    /// What every server of a process holds to, and how it words what it answers by itself. It takes
    /// fewer connections than there are descriptors: files are opened even when strangers have
    /// connected as often as they may.
    package var serverConfiguration: ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.details = .errorInfo
        configuration.connection.compression = Zlib.self
        configuration.maximumConnections =
            descriptors?.connections(wanted: maximumConnections) ?? maximumConnections
        configuration.proxies = TrustedProxies(options.proxies)
        return configuration
    }

    /// What stands around every handler of the process, the outermost first.
    package var interceptors: [any ServerInterceptor] {
        [
            LoggingInterceptor(logger: logger), MetricsInterceptor(), TraceInterceptor(),
            DiskRefusals(disk: disk),
        ]
    }

    /// A client of another service, over TLS as the options say.
    ///
    /// Of several instances those take calls in turn that say that they serve. A call that fails because
    /// its instance is away is made again at another: what services ask of each other may be done twice.
    package func client(of endpoints: [Endpoint]) -> RetryingClient<NetworkClient> {
        var configuration = ClientConfiguration()
        // What comes back is found soon.
        configuration.reconnectBackoff.maximum = .seconds(1)
        let isAlone = endpoints.count == 1
        return NetworkClient(
            endpoints: endpoints, tls: tls.client, policy: .roundRobin,
            healthCheck: isAlone ? nil : HealthCheck(), configuration: configuration,
            logger: logger
        ).retrying(isAlone ? .once : .retried(RetryPolicy()))
    }

    /// A client of a service that is called with this process's service token. While the service refuses
    /// the token, the health of the process says so as `rollcall.` and the service's name.
    ///
    /// - Parameter service: what is called, such as `Profile`.
    package func client(
        of endpoints: [Endpoint], showingTokenTo service: String
    ) -> any RPCClient {
        client(of: endpoints).intercepted(
            by: TokenRefusals(by: service, health: health, logger: logger))
    }

    /// Listens, says that the process is ready, and answers until SIGTERM or SIGINT. Then it drains
    /// the server, and after that ends the work beside it.
    ///
    /// - Parameters:
    ///   - work: what runs until it is cancelled. If one of them ends before, the process ends.
    ///   - beforeDraining: ends what the server would wait for, such as calls that have no end of
    ///     their own.
    /// - Throws: why it cannot listen, or what ended `work`. No endpoint is left open.
    package func serve(
        _ server: Server, beside work: [@Sendable () async throws -> Void] = [],
        beforeDraining: @escaping @Sendable () -> Void = {}
    ) async throws {
        let stopSignals = await StopSignals()
        let listening = try await listen(server)
        logger.info(
            "open files are limited",
            metadata: [
                "connections.maximum": "\(serverConfiguration.maximumConnections)",
                "descriptors.maximum": "\(descriptors.map { "\($0.count)" } ?? "unknown")",
            ])
        let eventLoops = MultiThreadedEventLoopGroup.singleton
        var work = work
        if let metricsFile { work.append(metricsFile.run) }
        if let supervisor, let interval = supervisor.keepAliveInterval {
            work.append(
                KeepAlive(supervisor: supervisor, interval: interval, eventLoops: eventLoops).run)
        }
        let certificates = [tls.server, tls.mutualServer].compactMap(\.self)
        work.append(await CertificateRenewal(of: certificates, logger: logger).run)
        work.append { try await MallocTuning.returnIdleMemory(eventLoops: eventLoops) }
        let serving = Serving(
            server: server, places: listening.map(\.description).joined(separator: ","),
            health: health, rounds: rounds, beforeDraining: beforeDraining,
            supervisor: supervisor, logger: logger)
        let services: [any Service] =
            [stopSignals] + work.map { BackgroundWork(run: $0) } + [serving]
        var configuration = ServiceGroupConfiguration(
            services: services.map {
                .init(
                    service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .gracefullyShutdownGroup)
            },
            logger: logger)
        configuration.maximumCancellationDuration = .seconds(10)
        try await ServiceGroup(configuration: configuration).run()
    }

    private var rounds: HealthRounds {
        HealthRounds(
            health: health, disk: disk,
            gauges: HealthGauges(startedAt: startedAt, certificate: tls.server),
            supervisor: supervisor, logger: logger)
    }

    /// - Returns: where it listens: a port that the system has chosen stands there.
    private func listen(_ server: Server) async throws -> [Listening] {
        var listening: [Listening] = []
        for place in options.endpoints {
            do {
                let endpoint = try await server.listen(
                    on: place.endpoint, tls: tls.server(for: place))
                listening.append(place.listening(on: endpoint))
                try place.endpoint.openToGroup()
            } catch {
                await server.drain()
                throw Failure(error, listeningOn: place)
            }
        }
        return listening
    }

    /// Ends the process at once, for what cannot be mended while it runs.
    package func abandon(_ error: any Error) {
        let failure = Failure(error)
        logger.critical("the process gives up", metadata: ["error": "\(failure.sentence)"])
        _exit(failure.exitStatus)
    }
}

extension Endpoint {
    /// A unix socket can be connected to by the group too: the directory that it lies in says who
    /// comes that far.
    fileprivate func openToGroup() throws {
        guard case .unix(let path) = self else { return }
        guard chmod(path, 0o660) == 0 else { throw Failure.system(errno, path) }
    }
}
