# 上报一条压力和一次报警，只用 Python 3.8 的标准库：
#   BASE=http://127.0.0.1:8080 KEY=… SECRET=… PROJECT=OP… python3 report.py
import hashlib
import hmac
import json
import os
import time
import urllib.error
import urllib.request
import uuid
from datetime import datetime, timedelta, timezone

BASE, KEY, SECRET, PROJECT = (os.environ[name] for name in ("BASE", "KEY", "SECRET", "PROJECT"))
SHANGHAI = timezone(timedelta(hours=8))


def call(method, path, body=None, tries=3):
    """签名并调用；没有收到应答的一批原样重发，只换 x-nonce。"""
    data = json.dumps(body).encode() if body is not None else b""
    stamp, nonce = str(int(time.time() * 1000)), uuid.uuid4().hex
    lines = [method, path, stamp, nonce, hashlib.sha256(data).hexdigest()]
    signature = hmac.new(SECRET.encode(), "\n".join(lines).encode(), hashlib.sha256).hexdigest()
    headers = {
        "content-type": "application/json",
        "x-app-key": KEY,
        "x-time": stamp,
        "x-nonce": nonce,
        "x-signature": signature,
    }
    request = urllib.request.Request(BASE + path, data=data or None, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            answer = json.load(response)
    except urllib.error.HTTPError as error:
        # code 401 的 HTTP 状态码也是 401，应答格式不变。
        try:
            answer = json.load(error)
        except ValueError:
            # 中间设备返回的页面，不是平台的应答格式。
            answer = {"code": error.code, "message": str(error)}
    except (OSError, ValueError) as error:
        answer = {"code": 503, "message": str(error)}
    if answer["code"] == 200:
        return answer["data"]
    # 429 和 5xx 过一会儿可能就好；其余的须先改正。
    if tries > 1 and (answer["code"] == 429 or answer["code"] >= 500):
        time.sleep(5)
        return call(method, path, body, tries - 1)
    raise SystemExit(f"{path}: {answer['code']} {answer['message']} {answer.get('errors', '')}")


def wire_time(at):
    """北京时间（Asia/Shanghai），写作 yyyy-MM-dd HH:mm:ss。"""
    return at.astimezone(SHANGHAI).strftime("%Y-%m-%d %H:%M:%S")


def send(path, items):
    """成批发送，打印每一条的处理结果。"""
    outcome = call("POST", path, {"items": [{"projectId": PROJECT, **item} for item in items]})
    for item, verdict in zip(items, outcome["results"]):
        print(path, item["pointNumber"], verdict["result"], verdict["message"] or "")


now = datetime.now(timezone.utc)
print(call("GET", "/open/v1/hello")["name"])
send("/open/v1/points", [
    {"pointNumber": "DEMO-P1", "deviceNo": "P1", "deviceName": "屋顶消火栓压力", "deviceType": 140, "apiId": 17, "floor": "屋顶"},
    {"pointNumber": "DEMO-S1", "deviceNo": "S1", "deviceName": "3层走道烟感", "deviceType": 42, "apiId": 1, "floor": "3层"},
])
send("/open/v1/readings", [{"pointNumber": "DEMO-P1", "time": wire_time(now), "measures": {"pressure": 0.18}}])
alarm = {"pointNumber": "DEMO-S1", "kind": "fire"}
send("/open/v1/events", [
    {**alarm, "phase": "begin", "time": wire_time(now - timedelta(minutes=1))},
    {**alarm, "phase": "end", "time": wire_time(now)},
])
