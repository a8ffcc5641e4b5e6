import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { CallError } from '#app/lib/call.ts'
import { currentSession } from '#app/session/session.ts'
import type { Outbox } from './outbox.ts'
import type { WaitingCall, WaitingFile } from './waiting-write.ts'

type Queueable = Endpoint & { readonly queue: 'queue' }

/** What a write is, beside its call and its input. */
export interface Told {
  /** What it changes, as `point:100001`: writes of one thing are sent in the order of their taps. */
  readonly thing: string
  /** What it is, to the person: '签到 3月23日'. */
  readonly label: string
  /** Where it can be done anew. */
  readonly page?: string
  readonly files?: readonly WaitingFile[]
}

/** A write the server has done, with its sentence, or one that this device keeps until it can be sent. */
export type Written<T> =
  | { readonly isSent: true; readonly data: T; readonly words: string }
  | { readonly isSent: false; readonly words: string }

/** Said where a write is kept and not sent yet. */
const KEPT_WORDS = '已保存在本机，联网后自动提交'

function callOf({ id, group, verb, method, path, encoding, access, ...rest }: Queueable): WaitingCall {
  const { stamped, whileOwing, whileIncomplete, timeoutMs } = rest
  const flags = { stamped, whileOwing, whileIncomplete, timeoutMs }
  const told = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))
  return { id, group, verb, method, path, encoding, access, ...told }
}

const account = () => import('./account-outbox.ts')

/** Works with the signed-in account's outbox. */
export async function withOutbox<T>(work: (outbox: Outbox) => Promise<T>): Promise<T> {
  return work((await account()).accountOutbox())
}

/**
 * Keeps a write on the device, strictly, then sends it: at once where the server answers, else as soon as it does.
 * @throws CallError with the server's refusal; the write is then gone, and what was typed is still in the form
 */
export async function writeQueued<E extends Queueable>(
  endpoint: E,
  input: InputOf<E>,
  { thing, label, page, files }: Told,
): Promise<Written<OutputOf<E>>> {
  const uid = currentSession()?.user.id
  if (uid === undefined) throw new CallError(401, '请先登录')
  const outbox = (await account()).accountOutbox()
  const outcome = await outbox
    .put({
      uid,
      call: callOf(endpoint),
      input: input as Readonly<Record<string, unknown>>,
      thing,
      label,
      ...(page ? { page } : {}),
      ...(files ? { files } : {}),
    })
    .catch(() => {
      throw new CallError('http', '本机存储空间不足或不可用，未能保存，请重试')
    })
  if (outcome.state === 'refused') throw new CallError(outcome.code, outcome.reason, outcome.fields)
  return outcome.state === 'done'
    ? { isSent: true, data: outcome.data as OutputOf<E>, words: outcome.words }
    : { isSent: false, words: KEPT_WORDS }
}
