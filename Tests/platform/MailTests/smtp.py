"""A mail server, aiosmtpd, as a peer for the tests of ours.

    smtp.py OPTIONS     OPTIONS is JSON; see Options

Prints the port that it listens on at 127.0.0.1, then each mail that it has taken as a line of JSON,
until its standard input ends. Each line of that is JSON, and changes the options.
"""
import asyncio
import base64
import json
import ssl
import sys
import threading

from aiosmtpd.smtp import SMTP, AuthResult


class Options:
    certificate = None      # a file of PEM; without it there is no TLS
    key = None
    implicit = False        # TLS from the first byte
    user = None             # with it nothing is taken before AUTH
    password = None
    excluded = []           # mechanisms that are not offered
    recipients = []         # answers to RCPT, one after the other; then 250
    greeting = None         # an answer in place of the greeting
    sender = None           # the answer to every MAIL
    recipient = None        # the answer to every RCPT but those in `taken`
    taken = []              # recipients that are accepted all the same
    mails = []              # answers to the end of DATA; "drop" hangs up, "slow" is silent for 5 s
    cut = 0                 # how often it hangs up right behind its answer to DATA

    def __init__(self, values):
        self.__dict__.update(values)


def report(**event):
    print(json.dumps(event), flush=True)


class Handler:
    def __init__(self, options):
        self.options = options

    def next(self, answers):
        return answers.pop(0) if answers else "250 OK"

    async def handle_MAIL(self, server, session, envelope, address, mail_options):
        if self.options.sender is None:
            envelope.mail_from = address
        return self.options.sender or "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        answer = self.options.recipient
        if answer is None or address in self.options.taken:
            answer = self.next(self.options.recipients)
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server, session, envelope):
        answer = self.next(self.options.mails)
        report(
            sender=envelope.mail_from, recipients=envelope.rcpt_tos, answer=answer,
            tls=session.ssl is not None or self.options.implicit,
            mechanism=server.mechanism, hello=session.host_name,
            content=base64.b64encode(envelope.original_content).decode())
        if answer == "drop":
            server.transport.abort()
        if answer == "slow":
            await asyncio.sleep(5)
            return "250 OK"
        return answer


class Server(SMTP):
    mechanism = None

    def __init__(self, options, **settings):
        super().__init__(Handler(options), hostname="test", **settings)
        self.options = options

    async def _handle_client(self):
        if self.options.greeting is None:
            return await super()._handle_client()
        await self.push(self.options.greeting)
        self.transport.close()

    async def smtp_DATA(self, arg):
        if self.options.cut == 0:
            return await super().smtp_DATA(arg)
        self.options.cut -= 1
        await self.push("354 go on")
        self.transport.abort()


def authenticator(options):
    def check(server, session, envelope, mechanism, data):
        server.mechanism = mechanism
        right = (options.user.encode(), options.password.encode())
        return AuthResult(success=(data.login, data.password) == right, handled=False)
    return check


async def serve(options):
    context = None
    if options.certificate:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(options.certificate, options.key)
    settings = {}
    if context and not options.implicit:
        settings.update(tls_context=context, require_starttls=True)
    if options.user:
        settings.update(
            auth_required=True, auth_require_tls=context is not None and not options.implicit,
            authenticator=authenticator(options), auth_exclude_mechanism=options.excluded)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: Server(options, **settings), "127.0.0.1", 0,
        ssl=context if options.implicit else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    ended = asyncio.Event()

    def obey():
        for line in sys.stdin:
            loop.call_soon_threadsafe(options.__init__, json.loads(line))
        loop.call_soon_threadsafe(ended.set)

    threading.Thread(target=obey, daemon=True).start()
    await ended.wait()


asyncio.run(serve(Options(json.loads(sys.argv[1]))))
