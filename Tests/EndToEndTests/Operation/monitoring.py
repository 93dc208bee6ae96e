"""Asks the endpoint of `--metrics-http` as Prometheus, and as strangers do.

monitoring.py prometheus PROGRAM DIRECTORY ALERTS DASHBOARD TARGET...
monitoring.py strangers PORT
"""

import http.client
import json
import random
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


def wait_for(what, condition):
    for _ in range(600):
        if (found := condition()):
            return found
        time.sleep(0.05)
    sys.exit(f"{what} did not come")


def free_place():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return "127.0.0.1:%d" % free.getsockname()[1]


def panels(dashboard):
    """Titles and expressions, with what Grafana would put in place of its variables."""
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            assert target["datasource"]["uid"] == "${datasource}", panel
            expression = target["expr"].replace("$__rate_interval", "1m")
            yield panel["title"], re.sub(r"\$(service|instance)\b", ".*", expression)


def prometheus(program, directory, alerts, dashboard, *targets):
    place = free_place()
    with open(directory + "/prometheus.yml", "w") as file:
        json.dump({
            "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
            "rule_files": [alerts],
            "scrape_configs": [{"job_name": "rollcall", "static_configs": [{"targets": targets}]}],
        }, file)

    def ask(path, **query):
        try:
            url = "http://%s/api/v1/%s?%s" % (place, path, urllib.parse.urlencode(query))
            with urllib.request.urlopen(url, timeout=10) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            if error.code == 503:  # It is starting.
                return None
            sys.exit(f"{path} {query}: {error.read().decode()}")
        except OSError:
            return None

    def value(expression):
        results = (ask("query", query=expression) or {}).get("result")
        return results and float(results[0]["value"][1])

    with open(directory + "/prometheus.log", "w") as log:
        process = subprocess.Popen([
            program, "--config.file=" + directory + "/prometheus.yml",
            "--storage.tsdb.path=" + directory + "/data", "--web.listen-address=" + place,
        ], stdout=log, stderr=log)
    try:
        wait_for("an answer of all targets", lambda: value("count(up == 1)") == len(targets))
        # Twice at least, as rates need two samples.
        wait_for("their scrapes", lambda: (value("min(count_over_time(up[1m]))") or 0) >= 3)
        wait_for("that all serve", lambda: value("count(rollcall_serving == 1)") == len(targets))
        rules = wait_for("the alerts", lambda: all(
            rule["health"] == "ok" for group in ask("rules")["groups"] for rule in group["rules"])
            and ask("rules")["groups"])
        with open(dashboard) as file:
            found = [(title, ask("query", query=expression)["result"])
                     for title, expression in panels(json.load(file))]
        print(json.dumps({
            "names": ask("label/__name__/values"),
            "up": [sample["metric"]["instance"] for sample in ask("query", query="up == 1")["result"]],
            "firing": sorted(rule["name"] for group in rules for rule in group["rules"] if rule["state"] == "firing"),
            "shown": sorted({title for title, result in found if result}),
            "empty": sorted({title for title, _ in found} - {title for title, result in found if result}),
        }))
    finally:
        process.terminate()
        process.wait()


def strangers(port):
    port = int(port)

    def connect(address="127.0.0.1"):
        return socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0))

    def get(path="/metrics", address="127.0.0.1"):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(address, 0))
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read().decode()
        connection.close()
        return answer.status, body

    def is_closed(connection):
        connection.settimeout(0.2)
        try:
            return connection.recv(1) == b""
        except socket.timeout:
            return False
        except OSError:
            return True

    def send(request):
        """What comes back until the end of the connection."""
        with connect() as connection:
            try:
                connection.sendall(request)
                connection.shutdown(socket.SHUT_WR)
                answer = b""
                while (part := connection.recv(65536)):
                    answer += part
                return answer
            except OSError:
                return b""

    # Ten connections of one client, each with half a request.
    slow = [connect() for _ in range(10)]
    for connection in slow:
        connection.sendall(b"GET /metrics HTTP/1.1\r\nX-Slow: ")
    assert get()[0] == 200
    # More of them are closed, and others are served.
    slow += [connect() for _ in range(20)]
    wait_for("the end of those above the limit", lambda: sum(map(is_closed, slow)) >= 14)
    assert get(address="127.0.0.2")[0] == 200
    print("slow")
    # Each of them has but some seconds.
    wait_for("the end of all slow ones", lambda: all(map(is_closed, slow)))
    assert get()[0] == 200

    # A request that comes in pieces, and many at once.
    whole = connect()
    for byte in b"GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n":
        whole.sendall(bytes([byte]))
    assert b"200 OK" in whole.recv(65536)
    many = [connect() for _ in range(10)]
    for connection in many:
        connection.sendall(b"GET /metrics HTTP/1.1\r\nConnection: close\r\n\r\n")
    for connection in many:
        assert connection.recv(15) == b"HTTP/1.1 200 OK"
        connection.close()
    print("many")

    numbers = random.Random(1)
    for _ in range(200):
        send(numbers.randbytes(numbers.randrange(1, 2000)))
    for request in [
        b"GET /metrics HTTP/9.9\r\n\r\n", b"GET " + b"/" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"GET /metrics HTTP/1.1\r\n" + b"X: y\r\n" * 10_000 + b"\r\n",
        b"GET /metrics HTTP/1.1\r\nX: " + b"y" * 100_000 + b"\r\n\r\n", b"\0" * 5000, b"\x16\x03\x01\x02\x00",
        b"GET /metrics HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"GET /metrics HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
    ]:
        assert b"200 OK" not in send(request), request
    # A body is not waited for.
    endless = connect()
    endless.sendall(b"POST /metrics HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
    assert endless.recv(65536).startswith(b"HTTP/1.1 405 ")
    wait_for("the end of it", lambda: is_closed(endless))
    # Requests ahead of their answers: those above the limit end the connection.
    send(b"GET /metrics HTTP/1.1\r\n\r\n" * 1000)
    assert get("/readyz") == (200, "serving\n")
    assert get("/livez") == (200, "alive\n")
    print("bytes")


{"prometheus": prometheus, "strangers": strangers}[sys.argv[1]](*sys.argv[2:])
