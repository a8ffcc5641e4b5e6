# Receives forwarded fires: SECRET=whsec_… PORT=9000 python3 receive.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

MAX_AGE_SEC = 300
key = base64.b64decode(os.environ['SECRET'].removeprefix('whsec_'))
seen = set()


def is_genuine(id, timestamp, signatures, body):
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > MAX_AGE_SEC:
        return False
    digest = hmac.new(key, f'{id}.{timestamp}.'.encode() + body, hashlib.sha256).digest()
    expected = 'v1,' + base64.b64encode(digest).decode()
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures.split(' '))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get('content-length', 0)))
        id = self.headers.get('webhook-id', '')
        sent = self.headers.get('webhook-timestamp', ''), self.headers.get('webhook-signature', '')
        if not is_genuine(id, *sent, body):
            self.answer(401)
            return
        if id not in seen:
            event = json.loads(body)
            data = event['data']
            print(event['type'], data['alarmId'], data['version'], data['verdict'], data['buildingName'], data['place'], flush=True)
            seen.add(id)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(('127.0.0.1', int(os.environ.get('PORT', 9000))), Receiver)
print('listening', server.server_port, flush=True)
server.serve_forever()
