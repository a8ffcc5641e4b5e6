import { deviceBind } from '#contract/device-bind.ts'
import { noteBound } from '#app/lib/bound-device.ts'
import { deviceName } from '#app/lib/device-name.ts'
import { send } from '#app/session/send.ts'
import { subscribeBrowser } from './push.ts'
import { queryOf } from './query-of.ts'

export const deviceBindQuery = {
  show: (token: string) => queryOf(deviceBind.show, { token }),
}

/** @throws Error with a message to show */
export async function bindDevice(token: string, publicKey: string): Promise<void> {
  const { target, undo } = await subscribeBrowser(() => Promise.resolve(publicKey))
  try {
    await send(deviceBind.bind, { token, ...target, name: deviceName(navigator.userAgent) })
    noteBound(target.endpoint)
  } catch (error) {
    await undo()
    throw error
  }
}
