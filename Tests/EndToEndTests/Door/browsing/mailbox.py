"""The mails that Auth has sent: files of a spool."""

import email.policy
import pathlib
import re


class Mailbox:
    def __init__(self, spool):
        self.spool = pathlib.Path(spool)

    def to(self, address):
        """The texts of all mails to an address, the oldest first."""
        mails = []
        for file in sorted(self.spool.glob("*.eml")):
            mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
            if address in mail["To"]:
                mails.append(mail.get_body(("plain",)).get_content())
        return mails


def code(mail):
    return re.search(r"\b[0-9]{8}\b", mail)[0]


def link(mail):
    """The path of its link, with the fragment."""
    return re.search(r"https?://[^/\s]+(/\S+)", mail)[1]
