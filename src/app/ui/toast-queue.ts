import { createStore } from './store.ts'

export type ToastKind = 'success' | 'error' | 'info'

export interface Undoable {
  undo(): unknown
  onKept?(): unknown
}

export interface ToastItem {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly act?: Undoable | undefined
}

const MOST = 3
const UNDO_MS = 8_000
const shownFor: Readonly<Record<ToastKind, number>> = { success: 3_000, info: 4_000, error: 6_000 }

export const toasts = createStore<readonly ToastItem[]>([])
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let lastId = 0

export function dismiss(id: number, isUndone = false): unknown {
  hold(id)
  const all = toasts.read()
  const act = all.find((item) => item.id === id)?.act
  toasts.write(all.filter((item) => item.id !== id))
  return isUndone ? act?.undo() : act?.onKept?.()
}

/** Pauses the timeout. */
export function hold(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

/** Restarts the timeout. */
export function release({ id, kind, act }: ToastItem): void {
  hold(id)
  timers.set(
    id,
    setTimeout(() => dismiss(id), act ? UNDO_MS : shownFor[kind]),
  )
}

function show(kind: ToastKind, text: string, act?: Undoable): number {
  // Equal failures give one message; only the last act can be undone.
  for (const item of toasts.read())
    if ((item.text === text && item.kind === kind) || (item.act && act)) dismiss(item.id)
  lastId += 1
  const item = { id: lastId, kind, text, act }
  for (const old of toasts.read().slice(0, 1 - MOST)) dismiss(old.id)
  toasts.write([...toasts.read(), item])
  release(item)
  return item.id
}

export const toast = {
  success: (text: string, act?: Undoable) => show('success', text, act),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
}
