// 服务商客户端，只用 Java 11 的标准库。直接运行则登记两个点位，上报一条压力和一次报警：
//   BASE=http://127.0.0.1:8080 KEY=… SECRET=… PROJECT=OP… java -Dfile.encoding=UTF-8 Client.java
// 还没有绑定建筑时，以 BUILDING_KEY=… 代替 PROJECT。
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Client {
    static final int[] RETRY_AFTER_SEC = {1, 5, 30};
    static final int BATCH_MAX = 500;
    static final DateTimeFormatter WIRE_TIME =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.of("Asia/Shanghai"));

    /** 请求未被接受，例如签名有误（401）或字段有误（400）。 */
    public static class Refusal extends RuntimeException {
        public final int code;
        public final Object errors;

        Refusal(String path, Map<String, Object> answer) {
            super(path + ": " + codeOf(answer) + " " + answer.get("message") + " " + answer.get("errors"));
            code = codeOf(answer);
            errors = answer.get("errors");
        }
    }

    /** accepted、duplicate、quarantined 或 refused；后两种的原因在 message 中。 */
    public static class Result {
        public final String result;
        public final String message;

        Result(Map<?, ?> given) {
            result = (String) given.get("result");
            message = (String) given.get("message");
        }
    }

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final String base, key, secret;

    public Client(String base, String key, String secret) {
        this.base = base;
        this.key = key;
        this.secret = secret;
    }

    public Map<?, ?> hello() throws InterruptedException {
        return call("GET", "/open/v1/hello", null);
    }

    public Map<?, ?> bindBuilding(String buildingKey) throws InterruptedException {
        return call("POST", "/open/v1/buildings", Map.of("buildingKey", buildingKey));
    }

    public List<Result> registerPoints(List<Map<String, Object>> points) throws InterruptedException {
        return sendItems("/open/v1/points", points);
    }

    public List<Result> sendEvents(List<Map<String, Object>> events) throws InterruptedException {
        return sendItems("/open/v1/events", events);
    }

    public List<Result> sendReadings(List<Map<String, Object>> readings) throws InterruptedException {
        return sendItems("/open/v1/readings", readings);
    }

    /** 每次最多 500 条；返回每一条的处理结果，顺序不变。 */
    private List<Result> sendItems(String path, List<Map<String, Object>> items) throws InterruptedException {
        List<Result> all = new ArrayList<>();
        for (int from = 0; from < items.size(); from += BATCH_MAX) {
            List<?> some = items.subList(from, Math.min(from + BATCH_MAX, items.size()));
            List<?> results = (List<?>) call("POST", path, Map.of("items", some)).get("results");
            for (Object one : results) all.add(new Result((Map<?, ?>) one));
        }
        return all;
    }

    /** 没有收到响应的请求原样重发，只换 x-time 和 x-nonce；429 和 5xx 同样重试，其余的须先改正。 */
    public Map<?, ?> call(String method, String path, Object input) throws InterruptedException {
        String body = input == null ? "" : Json.write(input);
        for (int tried = 0; ; tried++) {
            Map<String, Object> answer = request(method, path, body);
            int code = codeOf(answer);
            if (code == 200) return (Map<?, ?>) answer.get("data");
            if (tried == RETRY_AFTER_SEC.length || (code != 429 && code < 500)) throw new Refusal(path, answer);
            Thread.sleep(RETRY_AFTER_SEC[tried] * 1000L);
        }
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> request(String method, String path, String body) throws InterruptedException {
        String time = String.valueOf(System.currentTimeMillis());
        String nonce = UUID.randomUUID().toString();
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
            .timeout(Duration.ofSeconds(30))
            .version(HttpClient.Version.HTTP_1_1)
            .header("content-type", "application/json")
            .header("x-app-key", key)
            .header("x-time", time)
            .header("x-nonce", nonce)
            .header("x-signature", sign(secret, method, path, time, nonce, body))
            .method(method, body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
            .build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            String text = response.body();
            if (text.startsWith("{")) return (Map<String, Object>) Json.read(text);
            // 中间设备返回的页面不是 JSON。
            return failure(response.statusCode() < 400 ? 502 : response.statusCode(), text);
        } catch (IOException | RuntimeException error) {
            return failure(503, error.toString());
        }
    }

    private static Map<String, Object> failure(int code, String message) {
        return new HashMap<>(Map.of("code", (double) code, "message", message));
    }

    private static int codeOf(Map<String, Object> answer) {
        return ((Number) answer.get("code")).intValue();
    }

    public static String sign(String secret, String method, String path, String time, String nonce, String body) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            String lines = String.join("\n", method, path, time, nonce, hex(digest));
            return hex(mac.doFinal(lines.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }

    private static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte one : bytes) text.append(String.format("%02x", one));
        return text.toString();
    }

    /** Java 的标准库没有 JSON；项目中已有 JSON 库的，可以代替这一段。 */
    static class Json {
        private final String text;
        private int at = 0;

        private Json(String text) {
            this.text = text;
        }

        static String write(Object value) {
            if (value instanceof Map)
                return ((Map<?, ?>) value).entrySet().stream()
                    .map(entry -> write(entry.getKey()) + ":" + write(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
            if (value instanceof List)
                return ((List<?>) value).stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
            if (!(value instanceof String)) return String.valueOf(value);
            StringBuilder quoted = new StringBuilder("\"");
            for (char one : ((String) value).toCharArray())
                quoted.append(one == '"' || one == '\\' ? "\\" + one : one < ' ' ? String.format("\\u%04x", (int) one) : "" + one);
            return quoted.append('"').toString();
        }

        static Object read(String text) {
            return new Json(text).value();
        }

        private char next() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        private Object value() {
            switch (next()) {
                case '{': {
                    Map<String, Object> map = new LinkedHashMap<>();
                    for (at++; next() != '}'; ) {
                        String name = string();
                        next();
                        at++;
                        map.put(name, value());
                        if (next() == ',') at++;
                    }
                    at++;
                    return map;
                }
                case '[': {
                    List<Object> list = new ArrayList<>();
                    for (at++; next() != ']'; ) {
                        list.add(value());
                        if (next() == ',') at++;
                    }
                    at++;
                    return list;
                }
                case '"':
                    return string();
                default: {
                    int from = at;
                    while (at < text.length() && "{}[],:\" \n\r\t".indexOf(text.charAt(at)) < 0) at++;
                    String word = text.substring(from, at);
                    if (word.equals("null")) return null;
                    if (word.equals("true") || word.equals("false")) return word.equals("true");
                    return Double.valueOf(word);
                }
            }
        }

        private String string() {
            next();
            StringBuilder read = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                char one = text.charAt(at);
                if (one == '\\') {
                    one = text.charAt(++at);
                    if (one == 'u') {
                        one = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
                        at += 4;
                    } else if ("bfnrt".indexOf(one) >= 0) one = "\b\f\n\r\t".charAt("bfnrt".indexOf(one));
                }
                read.append(one);
            }
            at++;
            return read.toString();
        }
    }

    private static Map<String, Object> with(Map<String, Object> base, Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>(base);
        for (int i = 0; i < pairs.length; i += 2) map.put((String) pairs[i], pairs[i + 1]);
        return map;
    }

    public static void main(String[] given) throws Exception {
        Map<String, String> env = System.getenv();
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        Client client = new Client(env.get("BASE"), env.get("KEY"), env.get("SECRET"));
        out.println(client.hello().get("name"));
        String buildingKey = env.get("BUILDING_KEY");
        Object project = buildingKey == null ? env.get("PROJECT") : client.bindBuilding(buildingKey).get("projectId");

        Map<String, Object> gauge = with(Map.of("projectId", project), "pointNumber", "DEMO-P1");
        Map<String, Object> detector = with(Map.of("projectId", project), "pointNumber", "DEMO-S1");
        List<Map<String, Object>> points = List.of(
            with(gauge, "deviceNo", "P1", "deviceName", "屋顶消火栓压力", "deviceType", 140, "apiId", 17, "floor", "屋顶"),
            with(detector, "deviceNo", "S1", "deviceName", "3层走道烟感", "deviceType", 42, "apiId", 1, "floor", "3层"));
        report(out, "points", points, client.registerPoints(points));
        Instant now = Instant.now();
        List<Map<String, Object>> readings =
            List.of(with(gauge, "time", WIRE_TIME.format(now), "measures", Map.of("pressure", 0.18)));
        report(out, "readings", readings, client.sendReadings(readings));
        List<Map<String, Object>> events = List.of(
            with(detector, "kind", "fire", "phase", "begin", "time", WIRE_TIME.format(now.minusSeconds(60))),
            with(detector, "kind", "fire", "phase", "end", "time", WIRE_TIME.format(now)));
        report(out, "events", events, client.sendEvents(events));
    }

    private static void report(PrintStream out, String title, List<Map<String, Object>> items, List<Result> results) {
        for (int i = 0; i < items.size(); i++) {
            Result one = results.get(i);
            out.println(title + " " + items.get(i).get("pointNumber") + " " + one.result + " " + (one.message == null ? "" : one.message));
        }
    }
}
