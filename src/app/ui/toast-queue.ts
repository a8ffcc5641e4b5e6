import { createStore } from './store.ts'

export type ToastKind = 'success' | 'error' | 'info'

export type Undo = () => unknown

export interface ToastItem {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly undo?: Undo | undefined
}

const MOST = 3
const shownFor: Readonly<Record<ToastKind, number>> = { success: 3_000, info: 4_000, error: 6_000 }
const UNDO_MS = 8_000

export const toasts = createStore<readonly ToastItem[]>([])
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let lastId = 0

export function dismiss(id: number): void {
  hold(id)
  toasts.write(toasts.read().filter((item) => item.id !== id))
}

/** Pauses the timeout. */
export function hold(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

/** Restarts the timeout. */
export function release({ id, kind, undo }: ToastItem): void {
  hold(id)
  timers.set(
    id,
    setTimeout(() => dismiss(id), undo ? UNDO_MS : shownFor[kind]),
  )
}

function show(kind: ToastKind, text: string, undo?: Undo): number {
  // Equal failures give one message; one act can be undone.
  for (const item of toasts.read())
    if ((item.text === text && item.kind === kind) || (item.undo && undo)) dismiss(item.id)
  lastId += 1
  const item = { id: lastId, kind, text, undo }
  const all = [...toasts.read(), item]
  for (const old of all.slice(0, -MOST)) hold(old.id)
  toasts.write(all.slice(-MOST))
  release(item)
  return item.id
}

export const toast = {
  success: (text: string, undo?: Undo) => show('success', text, undo),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
}
