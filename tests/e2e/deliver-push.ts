import type { BrowserContext, Page } from '@playwright/test'
import { toWorker } from './worker-events.ts'

export const deliver = (context: BrowserContext, page: Page, origin: string, message: object): Promise<void> =>
  toWorker(context, page, origin, (session, target) =>
    session.send('ServiceWorker.deliverPushMessage', { ...target, data: JSON.stringify(message) }),
  )
