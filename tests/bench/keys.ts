import { expect, type Locator, type Page } from '@playwright/test'

/** Stops on the way to a control; beyond that nobody would go on. */
const FAR = 250

/** Someone without a mouse: Tab, arrows, Enter, Escape and letters. Every stop on the way must be seen. */
export class Keys {
  readonly #page: Page
  /** Stops whose focus could not be seen. */
  readonly unseen = new Set<string>()

  constructor(page: Page) {
    this.#page = page
  }

  press(...keys: string[]): Promise<void> {
    return keys.reduce((before, key) => before.then(() => this.#page.keyboard.press(key)), Promise.resolve())
  }

  /** Goes on by Tab until the control has the focus; `back`: against the order. */
  async to(target: Locator, { back = false } = {}): Promise<void> {
    await expect(target).toBeEnabled()
    await this.#until(target, back ? 'Shift+Tab' : 'Tab')
  }

  /** Goes there and presses. */
  async on(target: Locator, key = 'Enter'): Promise<void> {
    await this.to(target)
    await this.press(key)
  }

  /** Goes to a field and types; what stood there goes. */
  async type(field: Locator, text: string): Promise<void> {
    await this.to(field)
    if ((await field.getAttribute('type')) === 'date') {
      const [year = '', month = '', day = ''] = text.split('-')
      // In the order of the browser's own language, which in tests is English.
      await this.#page.keyboard.type(month + day + year)
    } else {
      await this.press('Control+a')
      await this.#page.keyboard.type(text)
    }
    await expect(field).toHaveValue(text)
  }

  /** Goes to a native list and takes the next of its choices. */
  async choose(list: Locator): Promise<void> {
    await this.to(list)
    const before = await list.inputValue()
    await this.press('ArrowDown')
    await expect(list).not.toHaveValue(before)
  }

  /** Goes down a list by its arrows. */
  arrowTo(entry: Locator): Promise<void> {
    return this.#until(entry, 'ArrowDown')
  }

  /** Jumps over the frame by its skip link. */
  async skip(): Promise<void> {
    await this.on(this.#page.getByRole('link', { name: '跳到内容' }))
    await this.press('Tab')
    await expect(this.#page.getByRole('main').locator(':focus')).toHaveCount(1)
  }

  async #until(target: Locator, key: string): Promise<void> {
    await expect(target).toBeVisible()
    for (let stops = 0; stops < FAR; stops += 1) {
      const { isThere, unseen } = await target.evaluate(look)
      if (unseen && stops > 0) this.unseen.add(unseen)
      if (isThere) return
      await this.press(key)
    }
    throw new Error(`${String(target)} is not reached by ${key}`)
  }
}

/** Whether the focus is at the control, and what has it where one can't see that. */
function look(target: Element): { isThere: boolean; unseen: string | null } {
  const at = document.activeElement
  const isThere = at === target
  if (!at || at === document.body || at.hasAttribute('data-headlessui-focus-guard')) return { isThere, unseen: null }
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at)
  const { width, height, bottom, right } = at.getBoundingClientRect()
  const around = at.closest('label, [role=group]') ?? at
  const hasRing =
    (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) ||
    boxShadow !== 'none' ||
    getComputedStyle(around).outlineStyle !== 'none'
  const isSeen = hasRing && width > 0 && height > 0 && bottom > 0 && right > 0
  const place = [width, height, bottom, right].map(Math.round).join(' ')
  const told = `${at.tagName} ${at.getAttribute('name')} ${at.textContent.slice(0, 20)}: ${outlineStyle} ${outlineWidth}, ${place}`
  return { isThere, unseen: isSeen ? null : told }
}
