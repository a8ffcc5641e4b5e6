// The dashboard in a WebKit, online and without its server.
//   apt-get install webkit2gtk-driver xvfb
//   xvfb-run dbus-run-session -- WebKitWebDriver --port=4444
//   node tests/bench/webkit.mjs http://127.0.0.1:8080 PID-OF-THE-SERVER [MINIBROWSER]
// The server runs on the demo city with CAPTCHA_FIXED=0000; it is ended.
const [site, server, binary = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'] = process.argv.slice(2)
const DRIVER = process.env.WEBDRIVER ?? 'http://127.0.0.1:4444'
const PATIENCE_MS = 90_000

async function ask(method, path, body) {
  const answer = await fetch(DRIVER + path, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = await answer.json()
  if (value?.error) throw new Error(`${path}: ${value.error} ${value.message}`)
  return value
}

const options = { binary, args: ['--automation'] }
const { sessionId, capabilities } = await ask('POST', '/session', {
  capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } },
})
const session = `/session/${sessionId}`
console.log(capabilities.browserName, capabilities.browserVersion)

const run = (script, ...args) => ask('POST', `${session}/execute/sync`, { script, args })
const open = (path) => ask('POST', `${session}/url`, { url: site + path })

async function until(what, script) {
  const from = Date.now()
  while (Date.now() - from < PATIENCE_MS) {
    // A changing page has no script.
    if (await run(script).catch(() => false)) return console.log(`${what}: ${Date.now() - from} ms`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`${what}: not within ${PATIENCE_MS} ms`)
}

async function type(label, text) {
  const id = await run(
    'return [...document.querySelectorAll("label")].find((one) => one.textContent.startsWith(arguments[0])).htmlFor',
    label,
  )
  const [element] = Object.values(
    await ask('POST', `${session}/element`, { using: 'css selector', value: `[id="${id}"]` }),
  )
  await ask('POST', `${session}/element/${element}/value`, { text })
}

try {
  await open('/login')
  await until('sign-in page', 'return document.querySelector(\'img[alt="图形验证码"]\') !== null')
  await type('账号', 'unit01')
  await type('密码', 'Fire@119demo')
  await type('验证码', '0000')
  await run('document.querySelector("form button[type=submit]").click()')
  await until('dashboard', 'return document.querySelector("main .font-figure") !== null')
  await until('worker answers', 'return navigator.serviceWorker.controller !== null')
  // Stored within a second.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  process.kill(Number(server), 'SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 3000))
  await ask('POST', `${session}/refresh`, {})
  const isKept = 'document.querySelector("main .font-figure") !== null'
  await until('dashboard without the server', `return ${isKept} && /服务器无响应/.test(document.body.textContent)`)
  await open('/buildingList')
  await until('a page never seen says so', 'return /本机未保存|无法连接/.test(document.body.textContent)')
} finally {
  await ask('DELETE', session)
}
