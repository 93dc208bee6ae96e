"""A collector of OpenTelemetry: reads what comes by the protocol's own definition, and writes each span as a line.

collector.py PORT FILE
"""

import base64
import http.server
import json
import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


def with_bytes(value):
    """Ids are hexadecimal in OTLP, and base64 in the JSON of protobuf."""
    if isinstance(value, list):
        return [with_bytes(item) for item in value]
    if not isinstance(value, dict):
        return value
    ids = ("traceId", "spanId", "parentSpanId")
    return {
        key: base64.b64encode(bytes.fromhex(item)).decode() if key in ids else with_bytes(item)
        for key, item in value.items()
    }


def texts(attributes):
    return {attribute.key: attribute.value.string_value for attribute in attributes}


def spans(request):
    for group in request.resource_spans:
        resource = texts(group.resource.attributes)
        for scope in group.scope_spans:
            for span in scope.spans:
                assert len(span.trace_id) == 16 and len(span.span_id) == 8, span
                assert len(span.parent_span_id) in (0, 8), span
                assert 1.7e18 < span.start_time_unix_nano <= span.end_time_unix_nano, span
                yield {
                    "service": resource["service.name"], "trace": span.trace_id.hex(),
                    "id": span.span_id.hex(), "parent": span.parent_span_id.hex(), "name": span.name,
                    "kind": span.kind, "isError": span.status.code == span.status.STATUS_CODE_ERROR,
                    "attributes": texts(span.attributes),
                }


class Collector(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            assert self.path == "/v1/traces", self.path
            assert self.headers["Content-Type"] == "application/json", self.headers
            request = json_format.ParseDict(with_bytes(json.loads(body)), ExportTraceServiceRequest())
            lines = [json.dumps(span) for span in spans(request)]
            status = 200
        except (AssertionError, ValueError, json_format.ParseError) as error:
            lines, status = [f"refused: {error!r}"], 400
        with open(sys.argv[2], "a") as file:
            file.writelines(line + "\n" for line in lines)
        self.send_response(status)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Collector).serve_forever()
