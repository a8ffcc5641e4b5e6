import { dismiss, toasts } from './toast-queue.ts'

export const keepActs = () => Promise.all(toasts.read().map(({ id, act }) => act && dismiss(id)))
