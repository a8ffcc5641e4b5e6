import type { Logger } from 'pino'
import { maskPhone } from '#contract/mask-phone.ts'
import type { AlertGateway, AlertGateways, Alerts, AlertText, Sms, SmsGateway } from '../platform/deps.ts'

export function createLogSms(log: Logger): Sms {
  return {
    async send(phone, code) {
      log.info({ to: maskPhone(phone), code }, 'SMS code (SMS_PROVIDER=log)')
    },
    async notify(phone, text) {
      log.info({ to: maskPhone(phone), text }, 'SMS text (SMS_PROVIDER=log)')
    },
  }
}

const PATIENCE_MS = 10_000
const ALERT_PATIENCE_MS = 5_000
const ANSWER_LENGTH = 200

const MOST_ANSWER_BYTES = 64 * 1024

async function readStart({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    parts.push(part)
    bytes += part.length
    if (bytes >= MOST_ANSWER_BYTES) break
  }
  return Buffer.concat(parts).toString()
}

type Gateway = Pick<AlertGateway, 'url' | 'headers' | 'accepted'>

/** Once: a retry could send twice. @param secrets removed from errors */
async function post(
  { url, headers, accepted }: Gateway,
  template: string,
  values: Readonly<Record<string, string>>,
  secrets: readonly string[],
  patienceMs: number,
): Promise<void> {
  const isJson = template.startsWith('{')
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
  const written = (value: string) => (isJson ? JSON.stringify(value).slice(1, -1) : encodeURIComponent(value))
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: template.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name]
      return value === undefined ? whole : written(value)
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  const said = await readStart(answer)
  if (answer.ok && said.includes(accepted)) return
  const told = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), said.slice(0, ANSWER_LENGTH))
  throw new Error(`The SMS gateway answered ${answer.status}: ${told}`)
}

export function createHttpSms(gateway: SmsGateway): Sms {
  const { body, noticeBody } = gateway
  return {
    send: (phone, code) => post(gateway, body, { phone, code }, [code, phone], PATIENCE_MS),
    notify: (phone, text) => post(gateway, noticeBody, { phone, text }, [phone], PATIENCE_MS),
  }
}

const WECOM_BODY = '{"msgtype":"text","text":{"content":"{text} {link}"}}'

export function createAlerts({ sms, voice, wecomUrl }: AlertGateways, log: Logger | null): Alerts {
  const by = (name: string, gateway: AlertGateway | null) => async (phone: string, text: AlertText) => {
    if (!gateway && !log) throw new Error(`${name}: no gateway`)
    if (!gateway) return log?.info({ to: maskPhone(phone), text: text.text }, `${name} (no gateway)`)
    await post(gateway, gateway.body, { ...text, phone }, [phone, text.link].filter(Boolean), ALERT_PATIENCE_MS)
  }
  const group = wecomUrl && { url: wecomUrl, headers: {}, accepted: '"errcode":0' }
  return {
    sms: by('alarm SMS', sms),
    voice: (sms || !log) && !voice ? null : by('alarm call', voice),
    wecom: group ? (text) => post(group, WECOM_BODY, { ...text }, [], ALERT_PATIENCE_MS) : null,
  }
}
