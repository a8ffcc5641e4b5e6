import { useRef } from 'react'
import { useKeys } from '#app/parts/use-keys.ts'

export function useRowKeys(id: string | undefined, isEnabled: boolean, onOpen: (id: string | undefined) => void) {
  const pane = useRef<HTMLElement>(null)
  const step = (by: 1 | -1) => {
    const links = [...document.querySelectorAll<HTMLElement>('a[data-row]')]
    const at = links.findIndex(({ dataset }) => dataset['row'] === id)
    const next = links[at < 0 ? 0 : at + by]
    if (!next) return
    onOpen(next.dataset['row'])
    next.scrollIntoView({ block: 'nearest' })
  }
  const act = () => {
    const primary = pane.current?.querySelector<HTMLElement>('[data-primary]')
    if (primary) primary.click()
    else pane.current?.querySelector<HTMLElement>('input[type=radio]')?.focus()
  }
  const down = () => step(1)
  const up = () => step(-1)
  useKeys({ j: down, ArrowDown: down, k: up, ArrowUp: up, Enter: act }, isEnabled)
  return { pane, down }
}
