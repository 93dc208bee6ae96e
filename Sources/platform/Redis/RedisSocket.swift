import CHiredis
import Glibc

/// hiredis's connection to one server. Used by one thread.
///
/// While it begins, each command blocks until its answer. After `unblock` nothing does.
final class RedisSocket {
    private let context: UnsafeMutablePointer<redisContext>

    /// Connects. Blocks meanwhile.
    ///
    /// - Throws: `RedisError.unavailable`.
    init(_ address: RedisLocation.Address, timeout: Duration) throws(RedisError) {
        let time = timeval(timeout)
        let made =
            switch address {
            case .host(let host, let port): redisConnectWithTimeout(host, CInt(port), time)
            case .socket(let path): redisConnectUnixWithTimeout(path, time)
            }
        guard let context = made else { throw .unavailable("no memory for a connection") }
        self.context = context
        guard context.pointee.err == 0 else { throw .unavailable(sentence) }
        redisSetTimeout(context, time)
        if case .host = address { redisEnableKeepAlive(context) }
    }

    deinit {
        redisFree(context)
    }

    var descriptor: CInt { context.pointee.fd }

    /// Sends a command and waits for its answer.
    ///
    /// - Throws: `RedisError`.
    func ask(_ command: RedisCommand) throws(RedisError) -> RedisReply {
        append(command)
        var reply: UnsafeMutableRawPointer?
        guard redisGetReply(context, &reply) == REDIS_OK, let reply else {
            throw .unavailable(sentence)
        }
        let answer = Self.take(reply)
        if case .failure(let error) = answer { throw error }
        return answer
    }

    /// From now on `write` and `read` return at once.
    func unblock() {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        context.pointee.flags &= ~REDIS_BLOCK
    }

    /// Puts a command into the buffer that `write` sends.
    func append(_ command: RedisCommand) {
        command.encoded.withUnsafeBytes { bytes in
            _ = redisAppendFormattedCommand(
                context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
    }

    /// Sends what the socket takes.
    ///
    /// - Returns: whether that was all.
    /// - Throws: `RedisError.unavailable` when the connection is lost.
    func write() throws(RedisError) -> Bool {
        var isDone: CInt = 0
        guard redisBufferWrite(context, &isDone) == REDIS_OK else { throw .unavailable(sentence) }
        return isDone != 0
    }

    /// Reads what has come, and hands out the answers that are complete.
    ///
    /// - Throws: `RedisError.unavailable` when the connection is lost.
    func read(_ receive: (RedisReply) -> Void) throws(RedisError) {
        guard redisBufferRead(context) == REDIS_OK else { throw .unavailable(sentence) }
        while true {
            var reply: UnsafeMutableRawPointer?
            guard redisGetReplyFromReader(context, &reply) == REDIS_OK else {
                throw .unavailable(sentence)
            }
            guard let reply else { return }
            receive(Self.take(reply))
        }
    }

    private static func take(_ reply: UnsafeMutableRawPointer) -> RedisReply {
        defer { freeReplyObject(reply) }
        return RedisReply(reply.assumingMemoryBound(to: redisReply.self))
    }

    /// What hiredis says of the failure.
    private var sentence: String {
        withUnsafeBytes(of: context.pointee.errstr) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension timeval {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
}
