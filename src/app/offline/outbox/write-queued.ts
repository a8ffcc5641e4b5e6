import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { CallError } from '#app/lib/call.ts'
import { currentSession } from '#app/session/session.ts'
import { toast } from '#app/ui/toast-queue.ts'
import type { Outbox } from './outbox.ts'
import type { KeptForm, WaitingCall, WaitingFile, WaitingWrite } from './waiting-write.ts'

type Queueable = Endpoint & { readonly queue: 'queue' }

/** What a write is, beside its call and its input. */
export interface Told {
  /** What it changes, as `point:100001`: writes of one thing are sent in the order of their taps. */
  readonly thing: string
  /** What it is, to the person: '签到 3月23日'. */
  readonly label: string
  /** Where the thing is found, the building's name say. */
  readonly place?: string | undefined
  /** Where it can be done anew. */
  readonly page?: string
  readonly files?: readonly WaitingFile[]
  /** The form as it stands, to go on with where the server refuses later. */
  readonly form?: KeptForm
  /** The refused write that this one is sent instead of. */
  readonly replaces?: number | undefined
}

/** Stands in an input for the address of its nth file, which is known only when the file is with the server. */
export const addressOfFile = (at: number) => ({ $file: at }) as unknown as string

/** A refusal of a write that had files: those that are with the server need not go again. */
export class FilesRefused extends CallError {
  readonly files: readonly WaitingFile[]

  constructor({ code, message, fields }: CallError, files: readonly WaitingFile[]) {
    super(code, message, fields)
    this.files = files
  }
}

/** A write the server has done, with its sentence, or one that this device keeps until it can be sent. */
export type Written<T> =
  | { readonly isSent: true; readonly data: T; readonly words: string }
  | { readonly isSent: false; readonly words: string }

/** Said where a write is kept and not sent yet. */
const KEPT_WORDS = '已保存在本机，联网后自动提交'
/** Said where the device kept nothing: it was sent directly, or is nowhere but in the form. */
const SENT_UNKEPT = '本机存储不可用，此项未在本机保存，已直接提交'
const unkeptWords = (reason: string) =>
  `本机存储不可用，此项未保存也未提交${reason && `（${reason}）`}，请勿关闭页面，稍后重试`

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

/** The newest write of a form that was refused after its screen had gone. @param name as the form's draft is named */
export async function refusedWrite(name: string): Promise<WaitingWrite | undefined> {
  const writes = await withOutbox((outbox) => outbox.all()).catch(() => [])
  return writes.filter(({ state, form }) => state === 'refused' && form?.name === name).pop()
}

/**
 * Keeps a write on the device, strictly, then sends it: at once where the server answers, else as soon as it does.
 * What the device does not keep is sent directly, and the person reads that it was not kept.
 * @throws CallError with the server's refusal, or where it was neither kept nor sent; what was typed is still in the form
 */
export async function writeQueued<E extends Queueable>(
  endpoint: E,
  input: InputOf<E>,
  { page, place, files, form, ...told }: Told,
): Promise<Written<OutputOf<E>>> {
  const uid = currentSession()?.user.id
  if (uid === undefined) throw new CallError(401, '请先登录')
  const outbox = (await account()).accountOutbox()
  const outcome = await outbox.put({
    uid,
    call: callOf(endpoint),
    input: input as Readonly<Record<string, unknown>>,
    ...told,
    ...(place ? { place } : {}),
    ...(page ? { page } : {}),
    ...(files ? { files } : {}),
    ...(form ? { form } : {}),
  })
  if (outcome.state === 'unkept') throw new CallError('http', unkeptWords(outcome.reason))
  if (outcome.state === 'refused') {
    const refusal = new CallError(outcome.code, outcome.reason, outcome.fields)
    throw outcome.files.length > 0 ? new FilesRefused(refusal, outcome.files) : refusal
  }
  if (outcome.state === 'done' && outcome.isUnkept) toast.info(SENT_UNKEPT)
  return outcome.state === 'done'
    ? { isSent: true, data: outcome.data as OutputOf<E>, words: outcome.words }
    : { isSent: false, words: KEPT_WORDS }
}
