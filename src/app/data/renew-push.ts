import { push } from '#contract/push.ts'
import { ACCOUNT_PUSH } from '#app/lib/bound-device.ts'
import { readStored, writeStored } from '#app/lib/storage.ts'
import { send } from '#app/session/send.ts'
import { subscribeBrowser } from './push.ts'

const RENEWED = 'push-renewed'

const isOn = () => readStored(ACCOUNT_PUSH) === true

async function readKey(): Promise<string> {
  const { publicKey } = await send(push.key, {})
  if (!isOn()) throw new Error('turned off')
  return publicKey
}

export async function renewPush(): Promise<void> {
  if (!isOn() || Notification.permission !== 'granted') return
  const { target, undo } = await subscribeBrowser(readKey)
  if (!isOn()) return void (await undo())
  const renewed = `${target.endpoint} ${new Date().toDateString()}`
  if (readStored(RENEWED) === renewed) return
  await send(push.subscribe, target)
  writeStored(RENEWED, renewed)
}
