import { push } from '#contract/push.ts'
import { send } from '#app/session/send.ts'

/** Whether this browser can be told things while the app is closed: `home`: only from the home screen (iOS). */
export type PushState = 'unsupported' | 'home' | 'denied' | 'off' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
const needsHome = () => 'standalone' in navigator && (navigator as { standalone?: boolean }).standalone === false

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return needsHome() ? 'home' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await current()) ? 'on' : 'off'
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))

/**
 * Has this browser told of what is new, as long as the session lives.
 * @throws Error in words where the person or the browser refuses
 */
export async function turnPushOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('没有通知权限，请在浏览器设置中允许')
  const { publicKey } = await send(push.key, {})
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
    .catch(() => {
      throw new Error('浏览器的推送服务暂不可用，请稍后再试')
    })
  const { endpoint, keys } = subscription.toJSON()
  try {
    await send(push.subscribe, { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

export async function turnPushOff(): Promise<void> {
  const subscription = await current()
  if (!subscription) return
  await subscription.unsubscribe()
  // A server that does not hear of it finds the address gone.
  await send(push.unsubscribe, { endpoint: subscription.endpoint }).catch(() => undefined)
}
