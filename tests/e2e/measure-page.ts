import type { Page } from '@playwright/test'

const PRESSABLE =
  'button, a[href], input:not([type=hidden]), select, textarea, summary, ' +
  '[role=tab], [role=checkbox], [role=option], [role=switch], [role=button], [role=menuitem], [role=slider]'

export interface Measured {
  readonly targets: number
  readonly small: readonly string[]
  readonly covered: readonly string[]
}

/**
 * Targets under 44 × 44 px or always covered; links in sentences and the map's marks are exempt (WCAG 2.5.8).
 */
export async function measureTargets(page: Page): Promise<Measured> {
  return page.evaluate((pressable) => {
    const LEAST = 43.5
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      const { visibility, display } = getComputedStyle(element)
      return width > 0 && height > 0 && visibility === 'visible' && display !== 'none'
    }
    const isHidden = (element: Element) => {
      const { width, height, right } = element.getBoundingClientRect()
      // Visually hidden: a skip link, or a file input behind its button.
      return right < 0 || (width <= 2 && height <= 2) || getComputedStyle(element).opacity === '0'
    }
    const isInSentence = (element: Element) => {
      if (element.tagName !== 'A' && element.tagName !== 'BUTTON') return false
      if (!getComputedStyle(element).display.startsWith('inline')) return false
      let block = element.parentElement
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      const { display } = getComputedStyle(block ?? element)
      if (display.includes('flex') || display.includes('grid')) return false
      return (block?.textContent ?? '').trim().length > (element.textContent ?? '').trim().length
    }
    /** Labels enlarge what they name; ::before and ::after enlarge their element. */
    const boxOf = (element: Element) => {
      const own = element.getBoundingClientRect()
      let [width, height] = [own.width, own.height]
      const labels =
        element instanceof HTMLInputElement && /checkbox|radio|file/.test(element.type)
          ? [...(element.labels ?? [])]
          : []
      for (const label of labels) {
        const box = label.getBoundingClientRect()
        width = Math.max(width, box.width)
        height = Math.max(height, box.height)
      }
      for (const part of ['::before', '::after']) {
        const style = getComputedStyle(element, part)
        if (style.content === 'none' || style.position !== 'absolute') continue
        width = Math.max(width, parseFloat(style.width) || 0)
        height = Math.max(height, parseFloat(style.height) || 0)
      }
      return { width, height }
    }
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}${element.getAttribute('role') ? `[${element.getAttribute('role')}]` : ''} „${(
        element.getAttribute('aria-label') ??
        element.textContent ??
        ''
      )
        .trim()
        .slice(0, 24)}“`
    const all = [...document.querySelectorAll(pressable)].filter(
      (element) =>
        isShown(element) &&
        !element.closest(
          '[aria-hidden=true], [inert], .leaflet-pane, .leaflet-control-attribution, [data-headlessui-focus-guard]',
        ) &&
        !element.matches('[tabindex="-1"][role=menu]'),
    )
    const small: string[] = []
    const covered: string[] = []
    const scrollers = (element: Element) => {
      const found: Element[] = []
      for (let up = element.parentElement; up; up = up.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(up)
        if (/auto|scroll/.test(`${overflowX}${overflowY}`)) found.push(up)
      }
      return found
    }
    const before = scrollY
    for (const element of all) {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const heightOf = (one: Element) => one.getBoundingClientRect().height
      const [shown] = isHidden(element) ? labels.filter(isShown).sort((a, b) => heightOf(b) - heightOf(a)) : [element]
      if (!shown) continue
      const { width, height } = boxOf(shown === element ? element : shown)
      if (!isInSentence(element) && (width < LEAST || height < LEAST))
        small.push(`${nameOf(element)} ${Math.round(width)}×${Math.round(height)}`)
      // A map's button takes keys only.
      if (element.matches(':disabled') || getComputedStyle(shown).pointerEvents === 'none') continue
      const isHit = () => {
        const box = shown.getBoundingClientRect()
        const hit = document.elementFromPoint(
          box.left + box.width / 2,
          box.top + Math.min(box.height / 2, innerHeight / 2),
        )
        return (
          hit !== null &&
          (shown.contains(hit) ||
            (hit.contains(shown) && hit.closest('label, a, button') !== null) ||
            labels.some((label) => label.contains(hit)))
        )
      }
      const places = ['center', 'start', 'end', 'nearest'] as const
      const isReached = places.some((block) => {
        shown.scrollIntoView({ block, inline: 'center', behavior: 'instant' })
        return isHit()
      })
      if (!isReached) {
        const box = shown.getBoundingClientRect()
        const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        covered.push(
          `${nameOf(element)} by ${over ? `${over.tagName.toLowerCase()}.${String(over.className).slice(0, 60)}` : 'nothing'}`,
        )
      }
      for (const scroller of scrollers(shown)) scroller.scrollLeft = 0
    }
    window.scrollTo(0, before)
    return { targets: all.length, small, covered }
  }, PRESSABLE)
}

export async function measureTables(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const table of document.querySelectorAll('main table')) {
      const box = table.getBoundingClientRect()
      if (box.width < 2 || table.closest('.sr-only, [aria-hidden=true], [role=grid]')) continue
      const name = table.querySelector('caption')?.textContent ?? table.getAttribute('aria-label') ?? 'table'
      let scroller = table.parentElement
      while (scroller && !/auto|scroll|hidden/.test(getComputedStyle(scroller).overflowX))
        scroller = scroller.parentElement
      if (scroller && scroller.scrollWidth > scroller.clientWidth + 1)
        found.push(`${name}: scrolls sideways ${scroller.scrollWidth} > ${scroller.clientWidth}`)
      const heads = [...table.querySelectorAll('th[scope=col], thead th')].filter((head) => {
        const { width, height } = head.getBoundingClientRect()
        return width > 2 && height > 2 && !head.closest('.sr-only')
      })
      const sticky = heads.filter((head) => {
        const { position, right, left } = getComputedStyle(head)
        return position === 'sticky' && (right !== 'auto' || left !== 'auto')
      })
      for (const head of heads) {
        const text = head.textContent ?? ''
        if (head.scrollWidth > head.clientWidth + 1) found.push(`${name}: head „${text}“ is cut`)
        const { left, right } = head.getBoundingClientRect()
        for (const over of sticky) {
          const edge = over.getBoundingClientRect()
          if (over !== head && left < edge.right - 1 && right > edge.left + 1)
            found.push(`${name}: head „${text}“ under „${over.textContent}“`)
        }
      }
      const [first] = table.querySelectorAll('tbody tr')
      for (const cell of first?.children ?? [])
        if (getComputedStyle(cell).display === 'none' && cell.textContent?.trim() !== '--')
          found.push(`${name}: column ${[...first!.children].indexOf(cell)} is hidden`)
    }
    return found
  })
}

export async function coveredFirstRows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    window.scrollTo(0, 0)
    return [...document.querySelectorAll('main table')].flatMap((table) => {
      const heads = [...table.querySelectorAll('thead th')].filter((head) => !head.closest('.sr-only'))
      const end = Math.max(0, ...heads.map((head) => head.getBoundingClientRect().bottom))
      const [first] = table.querySelectorAll('tbody tr')
      return first && end > first.getBoundingClientRect().top + 1
        ? (table.querySelector('caption')?.textContent ?? '')
        : []
    })
  })
}

/** At the usual height: the names other tests gave may take further lines. */
export async function rowsInView(page: Page): Promise<{ readonly whole: number; readonly all: number }> {
  return page.evaluate(() => {
    window.scrollTo(0, 0)
    const bar = document.querySelector('#frame-places')?.getBoundingClientRect()
    const end = bar && bar.height > 0 ? bar.top : innerHeight
    const rows = [...document.querySelectorAll('main tbody tr')].filter(
      (row) => row.getBoundingClientRect().height > 30 && !row.closest('.sr-only, [role=grid]'),
    )
    const boxes = rows.map((row) => row.getBoundingClientRect())
    const usual = boxes.map(({ height }) => height).sort((a, b) => a - b)[boxes.length >> 1] ?? 1
    return { whole: Math.floor((end - (boxes[0]?.top ?? 0)) / usual), all: rows.length }
  })
}

export async function firstRowTop(page: Page): Promise<number> {
  return page.evaluate(() => {
    window.scrollTo(0, 0)
    const rows = [...document.querySelectorAll('main tbody tr, main li')].filter((row) => {
      const { width, height } = row.getBoundingClientRect()
      return width > 200 && height > 30 && !row.closest('.sr-only, nav')
    })
    return Math.min(...rows.map((row) => row.getBoundingClientRect().top), ...(rows.length === 0 ? [0] : []))
  })
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly {
    readonly node?: Node
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

/** From the next load on; later calls return what moved so far. */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = Object.assign(window, { moved: [] as string[] }).moved
    const nameOf = (node?: Node) => node?.parentElement?.closest('[aria-label], section')?.textContent?.slice(0, 30)
    const watch = (list: PerformanceObserverEntryList) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const places = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.textContent?.slice(0, 30)} in ${nameOf(node)}, ${previousRect.x} ${previousRect.y} to ${currentRect.x} ${currentRect.y}`,
        )
        moved.push([`shift of ${value}`, ...places].join('; '))
      }
    }
    new PerformanceObserver(watch).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as Window & { moved?: string[] }).moved!)
}
