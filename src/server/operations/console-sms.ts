import { createHttpSms } from '../identity/sms.ts'
import type { Db } from '../platform/db/open-db.ts'
import type { Sms, SmsGateway } from '../platform/deps.ts'
import { readOwner } from './installation.store.ts'

/** Prints without a gateway, and in a restored copy. */
export function createConsoleSms(db: Db, gateway: SmsGateway | undefined, say: (line: string) => void): Sms {
  const http = gateway && createHttpSms(gateway)
  const send = async (phone: string, line: string, post: (sms: Sms) => Promise<void>) => {
    if (http && (await readOwner(db))?.restoredAt == null) await post(http)
    else say(`（未发送短信）${phone}：${line}`)
  }
  return {
    send: (phone, code) => send(phone, `验证码 ${code}`, (sms) => sms.send(phone, code)),
    notify: (phone, text) => send(phone, text, (sms) => sms.notify(phone, text)),
  }
}
