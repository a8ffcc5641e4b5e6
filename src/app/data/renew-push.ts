import { push } from '#contract/push.ts'
import { ACCOUNT_PUSH } from '#app/lib/bound-device.ts'
import { readStored, writeStored } from '#app/lib/storage.ts'
import { send } from '#app/session/send.ts'
import { subscribeBrowser } from './push.ts'

const RENEWED = 'push-renewed'

export async function renewPush(): Promise<void> {
  if (readStored(ACCOUNT_PUSH) !== true || Notification.permission !== 'granted') return
  const { target } = await subscribeBrowser(async () => (await send(push.key, {})).publicKey)
  const renewed = `${target.endpoint} ${new Date().toDateString()}`
  if (readStored(RENEWED) === renewed) return
  await send(push.subscribe, target)
  writeStored(RENEWED, renewed)
}
