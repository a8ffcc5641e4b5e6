import type { Logger } from 'pino'
import { maskPhone } from '#contract/mask-phone.ts'
import type { Sms, SmsGateway } from '../deps.ts'

/** For demos and tests: codes and texts go to the server's log, the phone's middle digits stay out of it. */
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

/** Nobody waits for it but the phone. */
const PATIENCE_MS = 10_000
const ANSWER_LENGTH = 200

/** Posts each message to a gateway, once: whoever got no code asks for another, and nobody gets two. */
export function createHttpSms({ url, headers, body, noticeBody, accepted }: SmsGateway): Sms {
  /** @param secrets what an error must not repeat */
  async function post(template: string, values: Readonly<Record<string, string>>, secrets: string[]): Promise<void> {
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
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const said = await answer.text()
    if (answer.ok && said.includes(accepted)) return
    // Some gateways repeat what they were sent.
    const told = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), said.slice(0, ANSWER_LENGTH))
    throw new Error(`The SMS gateway answered ${answer.status}: ${told}`)
  }
  return {
    send: (phone, code) => post(body, { phone, code }, [code, phone]),
    notify: (phone, text) => post(noticeBody, { phone, text }, [phone]),
  }
}
