"""Python's email module, as a reader of our mails.

Reads a mail in base64 from each line, and prints what it found as a line of JSON.
"""
import base64
import email
import email.policy
import json
import sys


def content(message, subtype):
    part = message.get_body((subtype,))
    return None if part is None else part.get_content().replace("\r\n", "\n")


def found(raw):
    message = email.message_from_bytes(raw, policy=email.policy.default)
    sender = message["From"].addresses[0]
    return {
        "names": message.keys(),
        "sender": sender.addr_spec,
        "senderName": sender.display_name,
        "recipient": message["To"].addresses[0].addr_spec,
        "subject": message["Subject"],
        "id": message["Message-ID"],
        "date": int(message["Date"].datetime.timestamp() * 1000),
        "text": content(message, "plain"),
        "html": content(message, "html"),
        "defects": [str(defect) for part in message.walk() for defect in part.defects],
    }


for line in sys.stdin:
    print(json.dumps(found(base64.b64decode(line))), flush=True)
