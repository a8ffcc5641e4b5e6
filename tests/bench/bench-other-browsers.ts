import { setTimeout as later } from 'node:timers/promises'
import { BuiltServer } from '../support/built-server.ts'
import { type DrivenBrowser, driveFirefox, driveWebKit } from './support/drive-browser.ts'

const PATIENCE_MS = 90_000
const KEPT_MS = 3_000

const BROWSERS = { firefox: driveFirefox, webkit: driveWebKit }

/** A value set as React sees it. */
const TYPE = `
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent.startsWith(arguments[0]))
  const input = document.getElementById(label.htmlFor)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, arguments[1])
  input.dispatchEvent(new Event('input', { bubbles: true }))`

const PRESS = `
  const isIt = (one) => (one.ariaLabel ?? one.textContent).trim() === arguments[0] && one.getClientRects().length > 0
  const button = [...document.querySelectorAll('button')].find(isIt)
  button?.click()
  return button !== undefined`

const SAYS = 'return new RegExp(arguments[0]).test(document.body.innerText)'

class Visit {
  readonly #browser: DrivenBrowser
  readonly #site: string

  constructor(browser: DrivenBrowser, site: string) {
    this.#browser = browser
    this.#site = site
  }

  async until(what: string, script: string, ...args: string[]): Promise<void> {
    const from = Date.now()
    while (Date.now() - from < PATIENCE_MS) {
      // A changing page has no script.
      if (await this.#browser.run(script, ...args).catch(() => false))
        return console.log(`${this.#browser.name}: ${what}: ${Date.now() - from} ms`)
      await later(100)
    }
    const text = await this.#browser.run('return document.body.innerText.slice(0, 600)')
    throw new Error(`${this.#browser.name}: ${what}: not within ${PATIENCE_MS} ms; the page: ${String(text)}`)
  }

  says(what: string, words: string): Promise<void> {
    return this.until(what, SAYS, words)
  }

  press(name: string): Promise<void> {
    return this.until(`presses ${name}`, PRESS, name)
  }

  open(path: string): Promise<void> {
    return this.#browser.open(this.#site + path)
  }

  async reload(): Promise<void> {
    await this.#browser.run('location.reload()')
  }

  async signIn(account: string): Promise<void> {
    await this.open('/login')
    await this.until('sign-in page', `return document.querySelector('img[alt="图形验证码"]') !== null`)
    for (const [label, text] of [
      ['账号', account],
      ['密码', 'Fire@119demo'],
      ['验证码', '0000'],
    ] as const)
      await this.#browser.run(TYPE, label, text)
    await this.#browser.run(`document.querySelector('form button[type=submit]').click()`)
  }
}

const FIGURES = `return document.querySelector('main .font-figure') !== null`

async function visitOf(browser: DrivenBrowser, server: BuiltServer): Promise<void> {
  const visit = new Visit(browser, server.url)
  await visit.signIn('unit01')
  await visit.until('home', FIGURES)
  await visit.until('worker controls the page', 'return navigator.serviceWorker.controller !== null')
  await visit.open('/packs')
  await visit.says('no refresh while closed, said', '本浏览器不支持后台更新')
  await visit.says('push offered, or its lack said', '本浏览器不支持推送|关闭本平台也能收到提醒|浏览器已禁止通知')
  await visit.open('/scan')
  await visit.says('no camera, the number is asked for', '没有可用的摄像头|没有使用摄像头的权限')
  await visit.open('/nearby')
  await visit.says('nearby asks before it locates', '允许定位后按距离排序')
  await visit.open('/alarms')
  await visit.says('alarms live', '实时')
  await visit.open('/socialData')
  await visit.until('home again', FIGURES)
  await later(KEPT_MS)

  await server.stop()
  await visit.reload()
  await visit.until('home without the server', FIGURES)
  await visit.says('the silence, said', '服务器无响应')
  await visit.press('签到')
  await visit.press('立即签到')
  await visit.says('a check-in waits', '待提交')
  await visit.open('/unitList')
  await visit.open('/problemStatistics')
  await visit.says('a page never seen says so', '本机未保存|无法连接')
  await visit.open('/outbox')
  await visit.says('the outbox shows it', '签到')

  await server.start()
  await visit.open('/socialData')
  await visit.says('the open app sends it', '已签到')
}

export async function benchOtherBrowsers(only?: string): Promise<void> {
  for (const [name, drive] of Object.entries(BROWSERS)) {
    if (only && only !== name) continue
    const server = await BuiltServer.start()
    const browser = await drive()
    try {
      await visitOf(browser, server)
    } finally {
      await browser.close()
      await server.remove()
    }
  }
}
