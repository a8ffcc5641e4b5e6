import { push } from '#contract/push.ts'
import { ACCOUNT_PUSH, boundEndpoint } from '#app/lib/bound-device.ts'
import { readStored, removeStored, writeStored } from '#app/lib/storage.ts'
import { withTimeout } from '#app/scheduling/with-timeout.ts'
import { send } from '#app/session/send.ts'

/** `home`: only installed (iOS). */
export type PushState = 'unsupported' | 'home' | 'denied' | 'off' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
const needsHome = () => 'standalone' in navigator && (navigator as { standalone?: boolean }).standalone === false

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

export const isPushDenied = () => isSupported() && Notification.permission === 'denied'

export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return needsHome() ? 'home' : 'unsupported'
  if (isPushDenied()) return 'denied'
  const subscription = await current()
  const isOn = subscription && (subscription.endpoint !== boundEndpoint() || readStored(ACCOUNT_PUSH) === true)
  return isOn ? 'on' : 'off'
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))

const WORKER_MS = 30_000

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator
  try {
    if (!(await serviceWorker.getRegistration())) await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    return await withTimeout(WORKER_MS, serviceWorker.ready)
  } catch {
    throw new Error('本机程序尚未下载完，请在信号好的地方重试')
  }
}

/** @throws Error with a message to show */
export async function subscribeBrowser(readKey: () => Promise<string>) {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('没有通知权限，请在浏览器设置中允许')
  const applicationServerKey = bytesOf(await readKey())
  const { pushManager } = await readyWorker()
  const earlier = await pushManager.getSubscription()
  const key = earlier?.options?.applicationServerKey
  if (key && String(new Uint8Array(key)) !== String(applicationServerKey)) await earlier.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => {
    throw new Error('浏览器的推送服务暂不可用，请稍后再试')
  })
  const { endpoint = '', keys } = subscription.toJSON()
  const target = { endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
  return { target, undo: () => (endpoint === boundEndpoint() ? undefined : subscription.unsubscribe()) }
}

/** @throws Error with a message to show */
export async function turnPushOn(): Promise<void> {
  const { target, undo } = await subscribeBrowser(async () => (await send(push.key, {})).publicKey)
  try {
    await send(push.subscribe, target)
    writeStored(ACCOUNT_PUSH, true)
  } catch (error) {
    await undo()
    throw error
  }
}

export async function turnPushOff(): Promise<void> {
  const subscription = await current()
  if (!subscription) return
  const { endpoint } = subscription
  const isBound = endpoint === boundEndpoint()
  if (!isBound) await subscription.unsubscribe()
  // The server drops a gone endpoint.
  await send(push.unsubscribe, { endpoint }).catch((error: unknown) => {
    if (isBound) throw error
  })
  removeStored(ACCOUNT_PUSH)
}
