import type { Page } from '@playwright/test'

/** From input to frame, ms. */
export interface Answered {
  readonly what: string
  readonly ms: number
}

interface Control {
  readonly key: string
  readonly kind: 'tap' | 'choose' | 'type'
  readonly x: number
  readonly y: number
}

const LEFT_ALONE = /退出登录|换人使用|切换账号|重新登录|删除|解绑|释放/
const ENDS_DIALOG = /^(确定|提交|保存|确认|发布|下载|导出)/
const AFTER_MS = 450
const MOST = 12
const MOST_IN_DIALOG = 4

export function listen(): void {
  const heard = { longest: 0, frame: 0 }
  Object.assign(window, { heard })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) heard.frame = Math.max(heard.frame, duration)
  }).observe({ type: 'long-animation-frame' })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) heard.longest = Math.max(heard.longest, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

export function openNoWindow(): void {
  const opened = { opener: null, closed: false, close: () => undefined, location: { replace: () => undefined } }
  window.open = () => opened as unknown as Window
}

/** Alike ones (rows) once. */
function controlsIn({
  within,
  done,
  leftAlone,
}: {
  within: string
  done: readonly string[]
  leftAlone: string
}): Control | null {
  const root = [...document.querySelectorAll(within)].pop()
  if (!root) return null
  const skip = new RegExp(leftAlone)
  const wanted =
    'button, a[href], select, input, textarea, summary, [role=tab], [role=menuitem], [role=switch], tr.cursor-pointer'
  for (const element of root.querySelectorAll<HTMLElement>(wanted)) {
    if (
      element.matches(
        ':disabled, [aria-disabled=true], [type=file], [type=hidden], a[target=_blank], a[href^="tel:"], a[download]',
      )
    )
      continue
    const name = (
      element.getAttribute('aria-label') ??
      element.textContent ??
      element.getAttribute('placeholder') ??
      ''
    ).trim()
    if (skip.test(name)) continue
    const { width, height } = element.getBoundingClientRect()
    if (width < 4 || height < 4) continue
    const where = (element.getAttribute('href') ?? '').replace(/\d+/g, '#')
    const row = element.closest('tbody tr, li')
    // Rows repeat their buttons.
    const word =
      row && !where ? (element.tagName === 'TR' ? '' : name.slice(0, 2)) : name.replace(/\d+/g, '#').slice(0, 16)
    const key = `${element.tagName.toLowerCase()} ${where || word || element.id.replace(/\W|\d/g, '')}`
    if (done.includes(key)) continue
    element.scrollIntoView({ block: 'center', inline: 'center' })
    const box = element.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 40)]
    const hit = document.elementFromPoint(x, y)
    if (!hit || !(element.contains(hit) || hit.contains(element) || hit.closest('label'))) continue
    const isText = element.matches('textarea, input:not([type=checkbox]):not([type=radio]):not([type=range])')
    return { key, kind: element.tagName === 'SELECT' ? 'choose' : isText ? 'type' : 'tap', x, y }
  }
  return null
}

const settle = (page: Page, ms: number) => page.waitForTimeout(ms)

async function heard(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { heard } = window as unknown as { heard: { longest: number } }
    const { longest } = heard
    heard.longest = 0
    return longest
  })
}

/** 0: none took 50 ms. */
async function frames(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { heard } = window as unknown as { heard: { frame: number } }
    const { frame } = heard
    heard.frame = 0
    return frame
  })
}

async function act(page: Page, { kind, x, y }: Control): Promise<void> {
  if (kind === 'choose') {
    // The system's wheel: the keyboard chooses alike.
    await page.evaluate(
      ([left, top]) => (document.elementFromPoint(left!, top!)?.closest('select') as HTMLElement | null)?.focus(),
      [x, y],
    )
    await page.keyboard.press('ArrowDown')
  } else {
    await page.touchscreen.tap(x, y)
    if (kind === 'type') for (const key of ['1', '0', 'Backspace', 'Backspace']) await page.keyboard.press(key)
  }
}

const DIALOG = '[role=dialog], [role=alertdialog]'
/** Inside the frame; of others all. */
const CONTENT = 'main#content, body:not(:has(main#content))'

async function stand(page: Page, open: () => Promise<unknown>, ready: string): Promise<void> {
  await open()
  await page.waitForSelector(ready, { state: 'attached', timeout: 60_000 })
  await settle(page, AFTER_MS)
}

async function tapThrough(page: Page, ready: string, told: Answered[], isDialog = false): Promise<void> {
  const done: string[] = []
  const before = page.url()
  const within = isDialog ? DIALOG : CONTENT
  const leftAlone = isDialog ? `${LEFT_ALONE.source}|${ENDS_DIALOG.source}` : LEFT_ALONE.source
  for (let n = 0; n < (isDialog ? MOST_IN_DIALOG : MOST); n++) {
    const control = await page.evaluate(controlsIn, { within, done, leftAlone })
    if (!control) return
    done.push(control.key)
    await heard(page)
    await act(page, control)
    await settle(page, AFTER_MS)
    told.push({ what: control.key, ms: await heard(page) })
    const isOpen = await page.locator(DIALOG).count()
    if (!isDialog && isOpen > 0) {
      await tapThrough(page, ready, told, true)
      await close(page, control.key, ready, told)
    }
    if (new URL(page.url()).pathname !== new URL(before).pathname) {
      if (isDialog) return
      await stand(page, () => page.goto(before, { waitUntil: 'load' }), ready)
    }
  }
}

/** By its own button first. */
async function close(page: Page, opener: string, ready: string, told: Answered[]): Promise<void> {
  for (let n = 0; n < 3 && (await page.locator(DIALOG).count()) > 0; n++) {
    const button = page
      .locator(DIALOG)
      .last()
      .getByRole('button', { name: /^(关闭|取消|不.*)$/ })
      .first()
    await heard(page)
    if (n === 0 && (await button.count()) > 0) await button.tap({ timeout: 2000 }).catch(() => undefined)
    else await page.keyboard.press('Escape')
    await settle(page, AFTER_MS)
    told.push({ what: `${opener}: closed`, ms: await heard(page) })
  }
  if ((await page.locator(DIALOG).count()) > 0) await stand(page, () => page.reload({ waitUntil: 'load' }), ready)
}

/** ms */
async function turnDark(page: Page): Promise<Answered> {
  await frames(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settle(page, AFTER_MS)
  await page.emulateMedia({ colorScheme: 'light' })
  await settle(page, AFTER_MS)
  return { what: 'light and dark', ms: await frames(page) }
}

async function openMenu(page: Page, told: Answered[]): Promise<void> {
  const menu = page.getByRole('button', { name: /^账号：/ })
  if (!(await menu.isVisible())) return
  for (const what of ['account menu opens', 'account menu closes']) {
    await heard(page)
    await menu.tap()
    await settle(page, AFTER_MS)
    told.push({ what, ms: await heard(page) })
  }
}

async function goRound(page: Page, told: Answered[]): Promise<void> {
  const links = page.getByRole('navigation', { name: '底部菜单' }).getByRole('link')
  for (let n = 0; n < (await links.count()); n++) {
    await heard(page)
    const name = (await links.nth(n).textContent()) ?? ''
    await links.nth(n).tap()
    await settle(page, 2 * AFTER_MS)
    told.push({ what: `to ${name.replace(/\d+/g, '')}`, ms: await heard(page) })
  }
}

/** On a slowed processor. @param ready selector of the loaded page @param withFrame a phone's navigation too */
export async function tapAround(page: Page, ready: string, withFrame: boolean): Promise<Answered[]> {
  const told: Answered[] = [await turnDark(page)]
  await openMenu(page, told)
  await tapThrough(page, ready, told)
  if (withFrame) await goRound(page, told)
  return told
}
