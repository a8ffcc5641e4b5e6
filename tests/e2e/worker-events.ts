import type { BrowserContext, CDPSession, Page } from '@playwright/test'

export async function toWorker(
  context: BrowserContext,
  page: Page,
  origin: string,
  send: (session: CDPSession, target: { readonly origin: string; readonly registrationId: string }) => Promise<unknown>,
): Promise<void> {
  const session = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (found) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await send(session, { origin, registrationId: await registration })
  await session.detach()
}
