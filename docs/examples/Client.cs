// 服务商客户端，只用 .NET 的标准库（.NET Framework 4.5、Mono 或 .NET 6 以上）。直接运行则登记两个点位，上报一条压力和一次报警：
//   mcs -r:System.Net.Http -r:System.Runtime.Serialization Client.cs
//   BASE=http://127.0.0.1:8080 KEY=… SECRET=… PROJECT=OP… mono Client.exe
// 还没有绑定建筑时，以 BUILDING_KEY=… 代替 PROJECT。
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Security.Cryptography;
using System.Text;
using System.Threading;

[DataContract]
public class Point
{
    [DataMember(EmitDefaultValue = false)] public string projectId, pointNumber, deviceNo, deviceName, floor, zone, descript;
    [DataMember(EmitDefaultValue = false)] public int? deviceType, apiId;
}

[DataContract]
public class Event
{
    [DataMember(EmitDefaultValue = false)]
    public string projectId, pointNumber, kind, phase, time, handledTime, handledBy, handledPhone;
    [DataMember(EmitDefaultValue = false)] public int? sequence, state;
}

[DataContract]
public class Reading
{
    [DataMember(EmitDefaultValue = false)] public string projectId, pointNumber, time;
    [DataMember(EmitDefaultValue = false)] public int? sequence;
    [DataMember] public Dictionary<string, double> measures = new Dictionary<string, double>();
}

/// <summary>accepted、duplicate、quarantined 或 refused；后两种的原因在 message 中。</summary>
[DataContract]
public class Result
{
    [DataMember] public string result, message;
}

[DataContract]
public class Batch<T>
{
    [DataMember] public List<T> items;
}

[DataContract]
public class BuildingKey
{
    [DataMember] public string buildingKey;
}

/// <summary>各接口响应中 data 的字段；没有的为 null。</summary>
[DataContract]
public class Data
{
    [DataMember] public string name, time, projectId;
    [DataMember] public List<Result> results;
}

[DataContract]
public class Answer
{
    [DataMember] public int code;
    [DataMember] public string message;
    [DataMember] public Data data;
    [DataMember] public Dictionary<string, string> errors;
}

/// <summary>请求未被接受，例如签名有误（401）或字段有误（400）。</summary>
public class Refusal : Exception
{
    public readonly Answer Answer;

    public Refusal(string path, Answer answer)
        : base(path + ": " + answer.code + " " + answer.message + " " + string.Join("；", answer.errors ?? new Dictionary<string, string>()))
    {
        Answer = answer;
    }
}

public class Client
{
    static readonly int[] RetryAfterSec = { 1, 5, 30 };
    const int BatchMax = 500;

    readonly HttpClient http = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
    readonly string baseUrl, key, secret;

    public Client(string baseUrl, string key, string secret)
    {
        this.baseUrl = baseUrl;
        this.key = key;
        this.secret = secret;
    }

    public Data Hello() { return Call("GET", "/open/v1/hello", ""); }
    public Data BindBuilding(string buildingKey)
    {
        return Call("POST", "/open/v1/buildings", Write(new BuildingKey { buildingKey = buildingKey }));
    }
    public List<Result> RegisterPoints(List<Point> points) { return SendItems("/open/v1/points", points); }
    public List<Result> SendEvents(List<Event> events) { return SendItems("/open/v1/events", events); }
    public List<Result> SendReadings(List<Reading> readings) { return SendItems("/open/v1/readings", readings); }

    /// <summary>每次最多 500 条；返回每一条的处理结果，顺序不变。</summary>
    List<Result> SendItems<T>(string path, List<T> items)
    {
        var all = new List<Result>();
        for (var from = 0; from < items.Count; from += BatchMax)
            all.AddRange(Call("POST", path, Write(new Batch<T> { items = items.Skip(from).Take(BatchMax).ToList() })).results);
        return all;
    }

    /// <summary>没有收到响应的请求原样重发，只换 x-time 和 x-nonce；429 和 5xx 同样重试，其余的须先改正。</summary>
    public Data Call(string method, string path, string body)
    {
        for (var tried = 0; ; tried++)
        {
            var answer = Request(method, path, body);
            if (answer.code == 200) return answer.data;
            if (tried == RetryAfterSec.Length || (answer.code != 429 && answer.code < 500)) throw new Refusal(path, answer);
            Thread.Sleep(RetryAfterSec[tried] * 1000);
        }
    }

    Answer Request(string method, string path, string body)
    {
        var time = ((long)(DateTime.UtcNow - new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc)).TotalMilliseconds).ToString();
        var nonce = Guid.NewGuid().ToString();
        var request = new HttpRequestMessage(new HttpMethod(method), baseUrl + path);
        request.Headers.Add("x-app-key", key);
        request.Headers.Add("x-time", time);
        request.Headers.Add("x-nonce", nonce);
        request.Headers.Add("x-signature", Sign(secret, method, path, time, nonce, body));
        if (body != "") request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        try
        {
            using (var response = http.SendAsync(request).Result)
            {
                var bytes = response.Content.ReadAsByteArrayAsync().Result;
                if (bytes.Length > 0 && bytes[0] == '{') return Read(bytes);
                // 中间设备返回的页面不是 JSON。
                var status = (int)response.StatusCode;
                return new Answer { code = status < 400 ? 502 : status, message = Encoding.UTF8.GetString(bytes) };
            }
        }
        catch (AggregateException error)
        {
            return new Answer { code = 503, message = error.GetBaseException().Message };
        }
        catch (SerializationException error)
        {
            return new Answer { code = 502, message = error.Message };
        }
    }

    public static string Sign(string secret, string method, string path, string time, string nonce, string body)
    {
        using (var sha = SHA256.Create())
        using (var mac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
        {
            var digest = Hex(sha.ComputeHash(Encoding.UTF8.GetBytes(body)));
            return Hex(mac.ComputeHash(Encoding.UTF8.GetBytes(string.Join("\n", method, path, time, nonce, digest))));
        }
    }

    static string Hex(byte[] bytes) { return BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant(); }

    /// <summary>北京时间（Asia/Shanghai），写作 yyyy-MM-dd HH:mm:ss。</summary>
    public static string WireTime(DateTime utc)
    {
        return utc.AddHours(8).ToString("yyyy-MM-dd HH:mm:ss", System.Globalization.CultureInfo.InvariantCulture);
    }

    static DataContractJsonSerializer Json(Type type)
    {
        return new DataContractJsonSerializer(type, new DataContractJsonSerializerSettings { UseSimpleDictionaryFormat = true });
    }

    static string Write<T>(T value)
    {
        using (var stream = new MemoryStream())
        {
            Json(typeof(T)).WriteObject(stream, value);
            return Encoding.UTF8.GetString(stream.ToArray());
        }
    }

    static Answer Read(byte[] bytes)
    {
        using (var stream = new MemoryStream(bytes)) return (Answer)Json(typeof(Answer)).ReadObject(stream);
    }

    static void Report(string title, IEnumerable<string> pointNumbers, List<Result> results)
    {
        foreach (var line in pointNumbers.Zip(results, (number, one) => title + " " + number + " " + one.result + " " + one.message))
            Console.WriteLine(line);
    }

    public static void Main()
    {
        Func<string, string> env = Environment.GetEnvironmentVariable;
        Console.OutputEncoding = new UTF8Encoding(false);
        var client = new Client(env("BASE"), env("KEY"), env("SECRET"));
        Console.WriteLine(client.Hello().name);
        var project = env("BUILDING_KEY") == null ? env("PROJECT") : client.BindBuilding(env("BUILDING_KEY")).projectId;

        var points = new List<Point>
        {
            new Point { projectId = project, pointNumber = "DEMO-P1", deviceNo = "P1", deviceName = "屋顶消火栓压力", deviceType = 140, apiId = 17, floor = "屋顶" },
            new Point { projectId = project, pointNumber = "DEMO-S1", deviceNo = "S1", deviceName = "3层走道烟感", deviceType = 42, apiId = 1, floor = "3层" },
        };
        Report("points", points.Select(one => one.pointNumber), client.RegisterPoints(points));
        var now = DateTime.UtcNow;
        var readings = new List<Reading>
        {
            new Reading { projectId = project, pointNumber = "DEMO-P1", time = WireTime(now), measures = { { "pressure", 0.18 } } },
        };
        Report("readings", readings.Select(one => one.pointNumber), client.SendReadings(readings));
        var events = new List<Event>
        {
            new Event { projectId = project, pointNumber = "DEMO-S1", kind = "fire", phase = "begin", time = WireTime(now.AddMinutes(-1)) },
            new Event { projectId = project, pointNumber = "DEMO-S1", kind = "fire", phase = "end", time = WireTime(now) },
        };
        Report("events", events.Select(one => one.pointNumber), client.SendEvents(events));
    }
}
