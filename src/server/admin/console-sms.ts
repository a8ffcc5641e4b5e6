import { createHttpSms } from '../auth/sms.ts'
import type { Db } from '../db/open-db.ts'
import type { Sms, SmsGateway } from '../deps.ts'
import { readOwner } from '../installation/installation.store.ts'

/** SMS of commands: by the gateway; without one, and in a restored copy, the console shows what would be sent. */
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
