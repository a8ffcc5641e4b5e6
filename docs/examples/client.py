# 服务商客户端，只用 Python 3.8 的标准库。直接运行则登记两个点位，上报一条压力和一次报警：
#   BASE=http://127.0.0.1:8080 KEY=… SECRET=… PROJECT=OP… python3 client.py
# 还没有绑定建筑时，以 BUILDING_KEY=… 代替 PROJECT。
import hashlib
import hmac
import http.client
import json
import os
import time
import urllib.error
import urllib.request
import uuid
from datetime import datetime, timedelta, timezone

RETRY_AFTER_SEC = (1, 5, 30)
BATCH_MAX = 500
SHANGHAI = timezone(timedelta(hours=8))


class Refusal(Exception):
    """请求未被接受，例如签名有误（401）或字段有误（400）。"""

    def __init__(self, path, answer):
        self.code, self.errors = answer["code"], answer.get("errors") or {}
        super().__init__(f"{path}: {self.code} {answer['message']} {self.errors}")


def wire_time(at):
    """北京时间（Asia/Shanghai），写作 yyyy-MM-dd HH:mm:ss。"""
    return at.astimezone(SHANGHAI).strftime("%Y-%m-%d %H:%M:%S")


def sign(secret, method, path, stamp, nonce, body):
    lines = [method, path, stamp, nonce, hashlib.sha256(body).hexdigest()]
    return hmac.new(secret.encode(), "\n".join(lines).encode(), hashlib.sha256).hexdigest()


class Client:
    def __init__(self, base, key, secret):
        self.base, self.key, self.secret = base, key, secret

    def hello(self):
        return self.call("GET", "/open/v1/hello")

    def bind_building(self, building_key):
        return self.call("POST", "/open/v1/buildings", {"buildingKey": building_key})

    def register_points(self, points):
        return self._send_items("/open/v1/points", points)

    def send_events(self, events):
        return self._send_items("/open/v1/events", events)

    def send_readings(self, readings):
        return self._send_items("/open/v1/readings", readings)

    def _send_items(self, path, items):
        """每次最多 500 条；返回每一条的处理结果，顺序不变。"""
        results = []
        for start in range(0, len(items), BATCH_MAX):
            results += self.call("POST", path, {"items": items[start : start + BATCH_MAX]})["results"]
        return results

    def call(self, method, path, body=None):
        """没有收到响应的请求原样重发，只换 x-time 和 x-nonce；429 和 5xx 同样重试，其余的须先改正。"""
        data = json.dumps(body).encode() if body is not None else b""
        for pause in (*RETRY_AFTER_SEC, None):
            answer = self._request(method, path, data)
            if answer["code"] == 200:
                return answer["data"]
            if pause is None or (answer["code"] != 429 and answer["code"] < 500):
                raise Refusal(path, answer)
            time.sleep(pause)

    def _request(self, method, path, data):
        stamp, nonce = str(int(time.time() * 1000)), uuid.uuid4().hex
        headers = {
            "content-type": "application/json",
            "x-app-key": self.key,
            "x-time": stamp,
            "x-nonce": nonce,
            "x-signature": sign(self.secret, method, path, stamp, nonce, data),
        }
        request = urllib.request.Request(self.base + path, data=data or None, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            # code 401 的 HTTP 状态码也是 401，响应格式不变；中间设备返回的页面不是 JSON。
            try:
                return json.load(error)
            except ValueError:
                return {"code": error.code, "message": str(error)}
        except (OSError, ValueError, http.client.HTTPException) as error:
            return {"code": 503, "message": str(error)}


def main():
    client = Client(os.environ["BASE"], os.environ["KEY"], os.environ["SECRET"])
    print(client.hello()["name"])
    building_key = os.environ.get("BUILDING_KEY")
    project = client.bind_building(building_key)["projectId"] if building_key else os.environ["PROJECT"]

    def report(title, items, results):
        for item, outcome in zip(items, results):
            print(title, item["pointNumber"], outcome["result"], outcome["message"] or "")

    gauge = {"projectId": project, "pointNumber": "DEMO-P1"}
    detector = {"projectId": project, "pointNumber": "DEMO-S1"}
    points = [
        {**gauge, "deviceNo": "P1", "deviceName": "屋顶消火栓压力", "deviceType": 140, "apiId": 17, "floor": "屋顶"},
        {**detector, "deviceNo": "S1", "deviceName": "3层走道烟感", "deviceType": 42, "apiId": 1, "floor": "3层"},
    ]
    report("points", points, client.register_points(points))
    now = datetime.now(timezone.utc)
    readings = [{**gauge, "time": wire_time(now), "measures": {"pressure": 0.18}}]
    report("readings", readings, client.send_readings(readings))
    events = [
        {**detector, "kind": "fire", "phase": "begin", "time": wire_time(now - timedelta(minutes=1))},
        {**detector, "kind": "fire", "phase": "end", "time": wire_time(now)},
    ]
    report("events", events, client.send_events(events))


if __name__ == "__main__":
    main()
