import { useEffect, useRef } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type)))

const isChoosing = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'radio'

const STEPS = /^(arrow.*|[jk])$/i

const hasOwnEnter = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button,form,summary,a:not([data-row])') !== null

/**
 * Ignored in fields and dialogs; held keys only step. Radio buttons keep arrows; controls keep Enter, except links with `data-row`.
 * @param keys by `KeyboardEvent.key`, letters in lower case
 */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>, isEnabled: boolean): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    if (!isEnabled) return undefined
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)) return
      if (key.startsWith('Arrow') && isChoosing(target)) return
      if (key === 'Enter' && hasOwnEnter(target)) return
      if (document.querySelector('[role=dialog],[role=alertdialog]')) return
      const act = current.current[key.length === 1 ? key.toLowerCase() : key]
      if (!act) return
      event.preventDefault()
      if (!event.repeat || STEPS.test(key)) act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isEnabled])
}
