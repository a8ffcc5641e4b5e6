import { boundEndpoint } from '#app/lib/bound-device.ts'

const isOfAccount = ({ data }: Notification) => (data as { uid?: string } | null)?.uid !== undefined

const findRegistration = async () => navigator.serviceWorker.getRegistration()

export async function closeNotifications(): Promise<void> {
  const shown = await (await findRegistration())?.getNotifications()
  for (const one of shown ?? []) if (isOfAccount(one)) one.close()
}

/** This device only; a duty contact's stays subscribed. */
export async function endPush(): Promise<void> {
  const subscription = await (await findRegistration())?.pushManager.getSubscription()
  if (subscription && subscription.endpoint !== boundEndpoint()) await subscription.unsubscribe()
}
