import type { Worker } from '@playwright/test'

interface WorkerScope extends EventTarget {
  readonly registration: ServiceWorkerRegistration
  readonly PushEvent: new (type: string, init: { data: string }) => Event
  readonly NotificationEvent: new (type: string, init: { notification: Notification; action: string }) => Event
}

/**
 * Delivers a push message to the app's service worker and taps an action of the notification it shows.
 * @returns title and actions of the notification, and the title of the one shown after the tap
 */
export function tapNotification(worker: Worker, message: object, action: string): Promise<string[]> {
  return worker.evaluate(
    async ({ text, tapped }) => {
      const scope = globalThis as unknown as WorkerScope
      const { registration, PushEvent, NotificationEvent } = scope
      const handle = async (event: Event) => {
        const work: Promise<unknown>[] = []
        // Only the browser's own events extend the worker's life.
        Object.defineProperty(event, 'waitUntil', { value: (one: Promise<unknown>) => work.push(one) })
        scope.dispatchEvent(event)
        await Promise.all(work)
      }
      const titles = async () => (await registration.getNotifications()).map(({ title }) => title)
      await handle(new PushEvent('push', { data: text }))
      const [notification] = await registration.getNotifications()
      if (!notification) return []
      const { title, actions } = notification as Notification & { readonly actions: readonly { title: string }[] }
      await handle(new NotificationEvent('notificationclick', { notification, action: tapped }))
      return [title, ...actions.map((one) => one.title), ...(await titles())]
    },
    { text: JSON.stringify(message), tapped: action },
  )
}
