import type { Deps, Sms } from '../platform/deps.ts'

type Senders = Pick<Deps, 'sms' | 'push' | 'alerts' | 'webhooks'>

export function muteCopy({ sms, push, alerts, webhooks }: Senders, isCopy: () => boolean, logSms: Sms): Senders {
  const original =
    <Given extends unknown[]>(send: (...given: Given) => Promise<void>) =>
    async (...given: Given) => {
      if (isCopy()) throw new Error('a restored copy sends no message')
      await send(...given)
    }
  return {
    sms: {
      send: (...given) => (isCopy() ? logSms : sms).send(...given),
      notify: (...given) => (isCopy() ? logSms : sms).notify(...given),
    },
    push: { ...push, send: async (...given) => (isCopy() ? 'failed' : push.send(...given)) },
    alerts: {
      sms: original(alerts.sms),
      voice: alerts.voice && original(alerts.voice),
      wecom: alerts.wecom && original(alerts.wecom),
    },
    webhooks: { ...webhooks, send: async (...given) => (isCopy() ? 0 : webhooks.send(...given)) },
  }
}
