import { expect, type Locator, type Page } from '@playwright/test'

const FAR = 250

/** Every stop must be seen. */
export class Keys {
  readonly #page: Page
  readonly unseen = new Set<string>()
  pressed = 0
  controls = 0

  constructor(page: Page) {
    this.#page = page
  }

  press(...keys: string[]): Promise<void> {
    this.pressed += keys.length
    return keys.reduce((before, key) => before.then(() => this.#page.keyboard.press(key)), Promise.resolve())
  }

  async to(target: Locator, { back = false } = {}): Promise<void> {
    await expect(target).toBeEnabled()
    await this.#until(target, back ? 'Shift+Tab' : 'Tab')
  }

  async on(target: Locator, key = 'Enter'): Promise<void> {
    await this.to(target)
    await this.press(key)
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.to(field)
    if ((await field.getAttribute('type')) === 'date') {
      const [year = '', month = '', day = ''] = text.split('-')
      // Of the browser's language.
      await this.#page.keyboard.type(month + day + year)
    } else {
      await this.press('Control+a')
      await this.#page.keyboard.type(text)
    }
    await expect(field).toHaveValue(text)
  }

  async choose(list: Locator): Promise<void> {
    await this.to(list)
    const before = await list.inputValue()
    await this.press('ArrowDown')
    await expect(list).not.toHaveValue(before)
  }

  arrowTo(entry: Locator): Promise<void> {
    return this.#until(entry, 'ArrowDown')
  }

  async skip(): Promise<void> {
    await this.on(this.#page.getByRole('link', { name: '跳到正文' }))
    await this.press('Tab')
    await expect(this.#page.getByRole('main').locator(':focus')).toHaveCount(1)
  }

  async #until(target: Locator, key: string): Promise<void> {
    await expect(target).toBeVisible()
    for (let stops = 0; stops < FAR; stops += 1) {
      const { isThere, unseen } = await target.evaluate(look)
      if (unseen && stops > 0) this.unseen.add(unseen)
      if (isThere) {
        this.controls += 1
        return
      }
      await this.press(key)
    }
    throw new Error(`${String(target)} is not reached by ${key}`)
  }
}

function look(target: Element): { isThere: boolean; unseen: string | null } {
  const at = document.activeElement
  const isThere = at === target
  if (!at || at === document.body || at.hasAttribute('data-headlessui-focus-guard')) return { isThere, unseen: null }
  // The browser's own button and ring.
  if (at.matches('input[type=date]:not(:focus)')) return { isThere, unseen: null }
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at)
  // Drawn by its words.
  const shown = at.matches('.sr-only') ? (at.closest('label, [role=group]') ?? at) : at
  const { width, height, top, bottom, left, right } = shown.getBoundingClientRect()
  const hasRing =
    (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) ||
    boxShadow !== 'none' ||
    getComputedStyle(shown).outlineStyle !== 'none'
  const isInside = width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  const places = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y] as const),
  )
  const isOver = places.some(([x, y]) => {
    const hit = document.elementFromPoint(x, y)
    // Without pointer events not hit.
    return (
      hit !== null && (shown.contains(hit) || hit.contains(shown) || getComputedStyle(shown).pointerEvents === 'none')
    )
  })
  const place = [left, top, width, height].map(Math.round).join(' ')
  const words = at.getAttribute('aria-label') ?? at.getAttribute('name') ?? at.textContent.trim().slice(0, 20)
  const why = hasRing ? (isInside ? 'covered' : 'out of sight') : `${outlineStyle} ${outlineWidth}`
  return { isThere, unseen: hasRing && isInside && isOver ? null : `${at.tagName} ${words}: ${why}, ${place}` }
}
