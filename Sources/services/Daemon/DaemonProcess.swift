import ArgumentParser
import Foundation
import Glibc
import HTTPServing
import Introspection
import Logging
import Metrics
import NIOCore
import NIOPosix
import RollcallAPI
import RollcallBasics
import RollcallRPC
import RollcallRPCPolicies
import ServiceLifecycle

/// A Rollcall process: its files, its log, and its life from start to end.
package struct DaemonProcess: Sendable {
    package let logger: Logger
    /// The directory of the process's files; it exists, and other users cannot enter it.
    package let dataDirectory: String

    let options: DaemonOptions
    private let descriptors = DescriptorLimit.raised()
    private let maximumConnections: Int
    private let name: String
    /// Milliseconds since 1970.
    private let startedAt = SystemClock.milliseconds()
    private let tls: DaemonTLS
    private let proxies: TrustedProxies
    private let logLevel: Renewable<Logger.Level>
    private let limits: RateLimitInterceptor
    private let supervisor: Supervisor?
    let health = HealthStatus()
    private let disk: Disk
    let registry: MetricsRegistry?
    private let metricsFile: MetricsFile?
    private let spanExport: SpanExport?

    /// Runs a process from start to end. `body` makes its parts, in order of dependence, and passes
    /// its server to `serve`.
    ///
    /// - Parameter maximumConnections: the wanted limit of connections. Fewer descriptors lower it.
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
            // Until it is listened to.
            signal(SIGHUP, SIG_IGN)
            do {
                try await body(
                    DaemonProcess(
                        name, options, maximumConnections: maximumConnections,
                        environment: environment))
            } catch  where options.isOnlyChecking && isAboutCredentials(error, environment) {
                throw CleanExit.message(
                    "\(name): what systemd alone can read was not checked: "
                        + Failure(error).sentence)
            }
        }
    }

    /// Whether a file is missing that `LoadCredential=` gives to the service alone.
    private static func isAboutCredentials(
        _ error: any Error, _ environment: [String: String]
    ) -> Bool {
        let directory = environment["CREDENTIALS_DIRECTORY"] ?? "${CREDENTIALS_DIRECTORY}"
        return Failure(error).sentence.contains(directory) && access(directory, X_OK) != 0
    }

    /// Runs `body`, which makes files, confined and reported as a process called `name`.
    ///
    /// - Throws: `ExitCode`, after one sentence on standard error.
    package static func reportingFailure(
        of name: String, _ body: () async throws -> Void
    ) async throws {
        do {
            confine()
            try await body()
        } catch let exit as CleanExit {
            throw exit
        } catch {
            let failure = Failure(error)
            let located = RunningConfiguration.current?.located(failure) ?? failure
            StandardErrorLog.write("\(name): \(located.sentence)")
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
        logLevel = Renewable(options.logLevel)
        proxies = TrustedProxies(options.proxies)
        limits = RateLimitInterceptor(refusal: RPCError.tooManyAttempts)
        let handler = StandardErrorLog(
            level: logLevel, format: options.logFormat,
            isForJournal: environment["JOURNAL_STREAM"] != nil)
        let logger = Logger(label: name) { _ in handler }
        self.logger = logger
        let isMeasured =
            !options.isOnlyChecking && (options.metricsFile != nil || options.metricsHTTP != nil)
        let service = name.hasPrefix("rollcall-") ? String(name.dropFirst(9)) : name
        let registry = isMeasured ? MetricsRegistry(service: service) : nil
        self.registry = registry
        self.metricsFile = options.metricsFile.flatMap { path in
            registry.map { MetricsFile(path: path, registry: $0, logger: logger) }
        }
        spanExport = options.otlpEndpoint.map { SpanExport(to: $0, of: name, logger: logger) }
        // Once in a process, and before any metric is made.
        if let registry {
            MetricsSystem.bootstrap(registry)
            // At once: a process that does not get further must not look like the one before it.
            _ = HealthGauges(startedAt: startedAt, certificate: nil)
            _ = metricsFile?.write()
        }
        self.tls = try DaemonTLS(options.tls)
        self.dataDirectory =
            options.isOnlyChecking
            ? options.dataDirectory : try PrivateDirectory.make(options.dataDirectory)
        self.disk = Disk(of: dataDirectory)
        health.set(.good, ofDependency: Disk.name)
        self.supervisor = Supervisor(environment: environment)
    }

    /// Files are readable by this user alone, and secrets in memory do not end up in a core file.
    private static func confine() {
        umask(0o077)
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Adds the services that every process has: health, status and reflection.
    ///
    /// - Parameter queues: return how much work waits, by the name of the queue.
    package func addIntrospection(
        to router: inout Router, queues: [String: @Sendable () async throws -> Int] = [:]
    ) {
        router.add(
            StatusHandler(
                program: name, startedAt: startedAt, health: health, disk: disk,
                certificate: tls.server, queues: queues))
        router.addIntrospection(health, isReflecting: options.reflection)
    }

    /// The settings that every server of a process has in common. The connection limit stays below
    /// the descriptor limit, so that files can be opened even when strangers use all connections.
    package var serverConfiguration: ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.details = .errorInfo
        configuration.connection.apiVersion = APIVersion.current
        configuration.maximumConnections =
            descriptors?.connections(wanted: maximumConnections) ?? maximumConnections
        configuration.proxies = proxies
        return configuration
    }

    /// The interceptors of every handler, the outermost first.
    ///
    /// - Parameter limits: rates in place of the contract's, by the names of limits.
    package func interceptors(limits: [String: RateLimit]) -> [any ServerInterceptor] {
        change(limits: limits)
        return [
            LoggingInterceptor(logger: logger), MetricsInterceptor(), TraceInterceptor(tracer),
            DiskRefusals(disk: disk),
            self.limits,
        ]
    }

    /// Nil without `--otlp-endpoint`.
    package var tracer: Tracer? {
        spanExport.map { Tracer(ratio: options.traceRatio, export: $0.take) }
    }

    /// - Parameter limits: as for `interceptors`, in place of those.
    package func change(limits: [String: RateLimit]) { self.limits.change(limits) }

    /// Ends a process that is only to check what it was told. Until here it has made no file and
    /// no connection.
    ///
    /// - Parameter checks: what a start finds out later.
    package func endIfOnlyChecking(_ checks: () throws -> Void = {}) throws {
        guard options.isOnlyChecking else { return }
        try checks()
        throw CleanExit.message("\(name): nothing is wrong")
    }

    /// For HTTP at a `tls:` endpoint; nil without a certificate. It is renewed with the others.
    package var httpTLS: ServerTLS? { tls.http }

    /// A client of another service, over TLS as the options say.
    ///
    /// Calls go in turn to the instances that report that they serve. A call that fails because its
    /// instance is gone is repeated at another instance, if the RPC is repeatable.
    ///
    /// - Parameter eventLoops: where the connections are.
    /// - Throws: `Failure` for an endpoint that needs TLS, or `--plaintext`.
    package func client(
        of endpoints: [Endpoint], connection: ConnectionConfiguration = ConnectionConfiguration(),
        eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) throws -> RetryingClient<NetworkClient> {
        try check(endpoints)
        var configuration = ClientConfiguration(connection: connection)
        // A service that restarts is found within a second.
        configuration.reconnectBackoff.maximum = .seconds(1)
        return NetworkClient(
            endpoints: endpoints, tls: tls.client, configuration: configuration,
            eventLoops: eventLoops, logger: logger
        ).retrying(endpoints.count == 1 ? nil : RetryPolicy())
    }

    /// A client that shows this process's service token. While the service refuses the token, the
    /// health of the process says so as `rollcall.` and the service's name.
    ///
    /// - Parameter service: the called service, such as `Profile`.
    package func client(
        of endpoints: [Endpoint], showingTokenTo service: String
    ) throws -> any RPCClient {
        TokenRefusals(of: try client(of: endpoints), by: service, health: health)
    }

    /// - Throws: `Failure` for an endpoint on a network, without TLS and without `--plaintext`.
    package func check(_ endpoints: [Endpoint]) throws {
        for case let refusal? in endpoints.map(options.refusal) { throw Failure(refusal, EX_USAGE) }
    }

    /// Listens, reports that the process is ready, and serves until SIGTERM or SIGINT. Then it
    /// drains the server, and last ends the background work.
    ///
    /// - Parameters:
    ///   - http: servers that listen beside it, and run until the background work ends.
    ///   - work: runs until it is cancelled. If one function ends earlier, the process ends.
    ///   - takingUp: on SIGHUP takes up the `changeable` options of a command that was read anew,
    ///     or throws and changes nothing.
    ///   - beforeDraining: ends what the server would wait for, such as calls that have no end of
    ///     their own.
    /// - Throws: why it cannot listen, or what ended `work`. No endpoint is left open.
    package func serve(
        _ server: Server, and http: [HTTPServer] = [],
        beside work: [@Sendable () async throws -> Void] = [],
        takingUp: @escaping @Sendable (any DaemonCommand) throws -> Void = { _ in },
        beforeDraining: @escaping @Sendable () async -> Void = {}
    ) async throws {
        let stopSignals = await StopSignals()
        let http = http + [monitoringServer].compactMap(\.self)
        let listening = try await listen(server, http)
        logger.info(
            "open files are limited",
            metadata: [
                "connections.maximum": "\(serverConfiguration.maximumConnections)",
                "descriptors.maximum": "\(descriptors.map { "\($0.count)" } ?? "unknown")",
            ])
        let eventLoops = MultiThreadedEventLoopGroup.singleton
        var work = work + http.map { $0.run }
        if let metricsFile { work.append(metricsFile.run) }
        if let spanExport { work.append(spanExport.run) }
        if let supervisor, let interval = supervisor.keepAliveInterval {
            // Says that the process lives, for as long as its event loops turn.
            work.append {
                while true {
                    try await eventLoops.turn()
                    supervisor.notify("WATCHDOG=1")
                    try await Task.sleep(for: interval)
                }
            }
        }
        let certificates = [tls.server, tls.mutualServer, tls.http].compactMap(\.self)
        let configuration = RunningConfiguration.current
        let renewal = await CertificateRenewal(of: certificates, logger: logger) {
            if let configuration { takeUp(configuration, also: takingUp) }
        }
        work.append(renewal.run)
        work += following("rollcall.certificate") { [tls] in tls.trouble }
        work.append { try await MallocTuning.returnIdleMemory(eventLoops: eventLoops) }
        let serving = Serving(
            server: server, places: listening.map(\.description).joined(separator: ","),
            health: health, rounds: rounds, beforeDraining: beforeDraining,
            supervisor: supervisor, logger: logger)
        let services: [any Service] =
            [stopSignals] + work.map { BackgroundWork(work: $0) } + [serving]
        var group = ServiceGroupConfiguration(
            services: services.map {
                .init(
                    service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .gracefullyShutdownGroup)
            },
            logger: logger)
        group.maximumCancellationDuration = .seconds(10)
        try await ServiceGroup(configuration: group).run()
    }

    private func takeUp(
        _ configuration: RunningConfiguration,
        also takingUp: (any DaemonCommand) throws -> Void
    ) {
        do {
            let (taken, waiting) = try configuration.takeUp { command in
                try takingUp(command)
                logLevel.value = command.options.logLevel
                proxies.renew(command.options.proxies)
            }
            var metadata: Logger.Metadata = [:]
            if !taken.isEmpty { metadata["taken.up"] = "\(taken.joined(separator: ","))" }
            if !waiting.isEmpty { metadata["needs.restart"] = "\(waiting.joined(separator: ","))" }
            logger.notice("the configuration was read again", metadata: metadata)
        } catch {
            logger.error(
                "the configuration cannot be used; what there was stays",
                metadata: ["error": "\(Failure(error).sentence)"])
        }
    }

    private var rounds: HealthRounds {
        HealthRounds(
            health: health, disk: disk,
            gauges: HealthGauges(startedAt: startedAt, certificate: tls.server),
            supervisor: supervisor, logger: logger)
    }

    /// - Returns: the addresses it listens at, with the ports that the system has chosen.
    private func listen(
        _ server: Server, _ http: [HTTPServer]
    ) async throws -> [Listening] {
        func open(_ place: Listening, _ listen: () async throws -> Void) async throws {
            do {
                try await listen()
                try place.endpoint.openToGroup()
            } catch {
                await server.drain()
                for server in http { await server.drain(within: .zero) }
                throw Failure(error, listeningOn: place)
            }
        }
        var listening: [Listening] = []
        for place in options.endpoints {
            try await open(place) {
                let endpoint = try await server.listen(
                    on: place.endpoint, tls: tls.server(for: place))
                listening.append(place.listening(on: endpoint))
            }
        }
        for server in http {
            try await open(Listening(server.endpoint)) {
                let address = try await server.listen()?.description ?? "\(server.endpoint)"
                logger.info("HTTP is served", metadata: ["http.address": "\(address)"])
            }
        }
        return listening
    }

    /// Ends the process at once, after an error that cannot be repaired while it runs.
    package func abandon(_ error: any Error) {
        let failure = Failure(error)
        logger.critical("the process gives up", metadata: ["error": "\(failure.sentence)"])
        _exit(failure.exitStatus)
    }
}

extension Endpoint {
    /// Lets the group connect to a unix socket, too. The permissions of its directory decide who
    /// reaches it.
    fileprivate func openToGroup() throws {
        guard case .unix(let path) = self else { return }
        guard chmod(path, 0o660) == 0 else { throw Failure.system(errno, path) }
    }
}
