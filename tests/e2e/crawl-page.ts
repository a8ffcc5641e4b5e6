import type { Page } from '@playwright/test'
import { endpoints } from '#contract/all.ts'

export interface Pressable {
  readonly kind: string
  readonly nth: number
  readonly name: string
  readonly href: string | null
}

export interface View {
  readonly place: string
  readonly isDialog: boolean
  readonly failure: string | null
}

interface Aim {
  readonly x: number
  readonly y: number
  readonly coveredBy: string | null
}

interface Crawl {
  settle(): Promise<void>
  pressables(): Pressable[]
  redFigures(): string[]
  aim(of: Pick<Pressable, 'kind' | 'nth'>): Aim | null
  hasChanged(): Promise<boolean>
  view(): View
  closeAll(): boolean
}

function install(): void {
  const LIST = 'tbody, ul, ol, [role=list]'
  const SKIPPED =
    ':disabled, [aria-disabled=true], [aria-current], [aria-selected=true], [aria-pressed=true], [target=_blank], [href^="tel:"]'
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 2 && height > 2 && getComputedStyle(element).visibility === 'visible'
  }
  const nameOf = (element: HTMLElement) =>
    (element.getAttribute('aria-label') ?? element.innerText ?? '').trim().replace(/\s+/g, ' ')
  const dialogs = () =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog], [role=menu]')].filter(
      (one) =>
        one.isConnected && getComputedStyle(one).display !== 'none' && [...one.querySelectorAll('*')].some(isShown),
    )
  const rowsOf = (list: Element) => [...list.children].filter(isShown)
  const isSampled = (element: Element) => {
    const list = element.closest(LIST)
    if (!list) return null
    const rows = rowsOf(list)
    const at = rows.findIndex((row) => row.contains(element))
    return at === 0 || at === rows.length - 1 || at === rows.length >> 1
  }
  const candidates = () => {
    const seen = new Map<string, number>()
    return [...document.querySelectorAll<HTMLElement>('main a[href], main button, main summary')].flatMap((element) => {
      if (!isShown(element) || element.matches(SKIPPED)) return []
      if (getComputedStyle(element).pointerEvents === 'none') return []
      if (element.closest('[inert], [aria-hidden=true], [role=grid], .leaflet-container')) return []
      const kind = `${element.closest('section, nav')?.getAttribute('aria-label') ?? ''} ${nameOf(element)}`.replace(
        /\d[\d,.]*/g,
        '#',
      )
      const nth = seen.get(kind) ?? 0
      seen.set(kind, nth + 1)
      return [{ element, kind, nth }]
    })
  }
  const state = () =>
    [
      location.href,
      dialogs().length,
      ...[...document.querySelectorAll<HTMLElement>('[aria-expanded=true], details[open]')].map(nameOf),
      [...document.querySelectorAll('input, select, textarea')].indexOf(document.activeElement!),
      document.body.innerText,
    ].join('\n')
  const nextFrame = () => new Promise((seen) => requestAnimationFrame(seen))
  const isSettled = () =>
    !document.querySelector('[aria-busy=true], .animate-wait, .too-old, .opening') &&
    document.querySelector('h1, h2, form')
  let before = ''
  const crawl: Crawl = {
    async settle() {
      const end = Date.now() + 15_000
      for (let still = 0; still < 3 && Date.now() < end; still = isSettled() ? still + 1 : 0) await nextFrame()
    },
    pressables: () =>
      candidates().flatMap(({ element, kind, nth }) => {
        const name = nameOf(element)
        const sampled = isSampled(element)
        if (sampled === false || (sampled === null && !/\d/.test(name))) return []
        return [{ kind, nth, name: name.slice(0, 40), href: element.getAttribute('href') }]
      }),
    redFigures() {
      const probe = document.body.appendChild(document.createElement('i'))
      const reds = ['danger', 'danger-ink', 'fire-ground'].map((name) => {
        probe.style.color = ''
        probe.style.color = `rgb(var(--${name}))`
        return getComputedStyle(probe).color
      })
      probe.remove()
      const ink = getComputedStyle(document.body).color
      return [...document.querySelectorAll<HTMLElement>('main *')].flatMap((element) => {
        const own = [...element.childNodes]
          .flatMap((node) => (node.nodeType === 3 ? node.textContent!.trim() : []))
          .join('')
        if (!/^[−-]?[\d,.]+( ?[/／] ?[\d,.]+)? ?(%|分|[个处栋项家条](火警)?)?$/.test(own) || !isShown(element))
          return []
        const { color, cursor } = getComputedStyle(element)
        if (
          color === ink ||
          !reds.includes(color) ||
          cursor === 'pointer' ||
          element.closest('a[href], button, label, svg')
        )
          return []
        return [`${own} in „${nameOf(element.closest<HTMLElement>('section, li, tr') ?? element).slice(0, 40)}“`]
      })
    },
    aim({ kind, nth }) {
      const found = candidates().find((one) => one.kind === kind && one.nth === nth)?.element
      if (!found) return null
      found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = found.getClientRects()[0] ?? found.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const hit = document.elementFromPoint(x, y)
      before = state()
      return { x, y, coveredBy: hit && found.contains(hit) ? null : (hit?.outerHTML.slice(0, 80) ?? 'nothing') }
    },
    async hasChanged() {
      for (const end = Date.now() + 10_000; Date.now() < end; await nextFrame()) if (state() !== before) return true
      return false
    },
    view() {
      const dialog = dialogs().at(-1)
      const root = dialog ?? document.querySelector<HTMLElement>('main') ?? document.body
      const text = root.innerText
      return {
        place: location.pathname + location.search + location.hash,
        isDialog: dialog !== undefined,
        failure:
          text.trim() === ''
            ? 'empty'
            : (/.*(不存在|没有权限|不能打开|页面打开失败|服务连接出错|未能取得).*/.exec(text)?.[0] ?? null),
      }
    },
    closeAll: () => dialogs().length === 0,
  }
  Object.assign(window, { crawl })
}

type InPage = Window & { crawl: Crawl }

const CHANGES = new Set(
  endpoints()
    .filter(({ effect }) => effect)
    .map(({ path }) => path as string),
)

export async function openWithoutWrites(page: Page): Promise<() => number> {
  let attempts = 0
  await page.addInitScript(install)
  await page.route(
    ({ pathname }) => CHANGES.has(pathname),
    (route) => {
      attempts++
      return route.fulfill({ json: { code: 400, message: '测试中不提交', data: null } })
    },
  )
  page.on('popup', (popup) => {
    attempts++
    void popup.close()
  })
  return () => attempts
}

const run = <T>(page: Page, work: (crawl: Crawl) => T | Promise<T>): Promise<T> =>
  page.evaluate(`(${work.toString()})(window.crawl)`) as Promise<T>

export const settle = (page: Page) => run(page, (crawl) => crawl.settle())
export const pressables = (page: Page) => run(page, (crawl) => crawl.pressables())
export const redFigures = (page: Page) => run(page, (crawl) => crawl.redFigures())
export const view = (page: Page) => run(page, (crawl) => crawl.view())

export async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), place)
  await settle(page)
}

export async function press(page: Page, { kind, nth }: Pressable): Promise<string | null> {
  const aim = await page.evaluate((of) => (window as unknown as InPage).crawl.aim(of), { kind, nth })
  if (!aim) return 'gone'
  if (aim.coveredBy) return `covered by ${aim.coveredBy}`
  await page.mouse.click(aim.x, aim.y)
  if (!(await run(page, (crawl) => crawl.hasChanged()))) return 'nothing happens'
  await settle(page)
  return null
}

export async function closeDialogs(page: Page): Promise<boolean> {
  for (let tries = 0; tries < 4; tries++) {
    if (await run(page, (crawl) => crawl.closeAll())) return true
    await page.keyboard.press('Escape')
    await page.waitForTimeout(100)
  }
  return false
}
