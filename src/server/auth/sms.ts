import type { Logger } from 'pino'
import type { Sms } from '../deps.ts'

/** For demos and tests: the code goes to the server's log, the phone's middle digits stay out of it. */
export function createLogSms(log: Logger): Sms {
  return {
    async send(phone, code) {
      log.info({ to: `${phone.slice(0, 3)}****${phone.slice(-4)}`, code }, 'SMS code (SMS_PROVIDER=log)')
    },
  }
}

/** A service that sends short messages for whoever posts to it. */
export interface SmsGateway {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Of JSON or of a form, with `{phone}` and `{code}` where those belong. */
  readonly body: string
  /** What stands in the answer to a message that was taken; empty: any 2xx tells that. */
  readonly accepted: string
}

/** Anything else is a form. */
export const isJsonBody = (body: string) => body.startsWith('{')

/** Nobody waits for it but the phone. */
const PATIENCE_MS = 10_000
const ANSWER_LENGTH = 200

/** Posts each code to a gateway, once: whoever got none asks for another, and nobody gets two. */
export function createHttpSms({ url, headers, body, accepted }: SmsGateway): Sms {
  const type = isJsonBody(body) ? 'application/json' : 'application/x-www-form-urlencoded'
  return {
    async send(phone, code) {
      // Both are digits: neither kind of body writes them otherwise.
      const filled = body.replaceAll('{phone}', phone).replaceAll('{code}', code)
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': type, ...headers },
        body: filled,
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const said = await answer.text()
      if (answer.ok && said.includes(accepted)) return
      // Some gateways repeat what they were sent.
      const told = said.slice(0, ANSWER_LENGTH).replaceAll(code, '******').replaceAll(phone, '***')
      throw new Error(`The SMS gateway answered ${answer.status}: ${told}`)
    },
  }
}
