import { useEffect } from 'react'

const GUARD = '[data-headlessui-focus-guard]'
const stopsIn = (panel: Element) => [...panel.querySelectorAll<HTMLElement>('a[href],button:not(:disabled)')]
const isActive = (stop: HTMLElement | undefined) => stop === document.activeElement

function floatingPanels(): HTMLElement[][] {
  return [...document.querySelectorAll('[data-floating]')].map(stopsIn).filter(([first]) => first)
}

/** Headless UI's guards mark a dialog's ends. */
export function useFloatingTabs(): void {
  useEffect(() => {
    let isBack = false
    const focusEnd = (stops: HTMLElement[] | undefined) => stops?.[isBack ? stops.length - 1 : 0]?.focus()
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.defaultPrevented) return
      isBack = event.shiftKey
      const panels = floatingPanels()
      const at = panels.findIndex((stops) => isActive(stops[isBack ? 0 : stops.length - 1]))
      if (at < 0) return
      event.preventDefault()
      const next = panels[at + (isBack ? -1 : 1)]
      if (next) focusEnd(next)
      else {
        const guards = [...document.querySelectorAll<HTMLElement>(GUARD)]
        guards.find(({ parentElement }) => !parentElement?.closest('[aria-hidden=true]'))?.focus()
      }
    }
    const enter = (event: FocusEvent) => {
      const { target, relatedTarget } = event
      if (!(target instanceof Element) || !target.matches(GUARD)) return
      if (relatedTarget instanceof Element && relatedTarget.closest('[data-floating]')) return
      const panels = floatingPanels()
      const next = panels[isBack ? panels.length - 1 : 0]
      if (!next) return
      event.stopImmediatePropagation()
      focusEnd(next)
    }
    document.addEventListener('keydown', press, true)
    document.addEventListener('focusin', enter, true)
    return () => {
      document.removeEventListener('keydown', press, true)
      document.removeEventListener('focusin', enter, true)
    }
  }, [])
}
