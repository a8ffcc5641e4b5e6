import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { CallError } from '#app/lib/call.ts'
import { currentSession } from '#app/session/session.ts'
import { toast } from '#app/ui/toast-queue.ts'
import type { Outbox } from './outbox.ts'
import { callOf } from './unsent-call.ts'
import type { KeptForm, UnsentFile, UnsentWrite } from './unsent-write.ts'

type Queueable = Endpoint & { readonly queue: 'queue' }

export interface WriteInfo {
  /** As in {@link UnsentWrite}. */
  readonly thing: string
  readonly label: string
  readonly place?: string | undefined
  readonly page?: string
  readonly files?: readonly UnsentFile[]
  readonly form?: KeptForm
  readonly replaces?: number | undefined
}

/** Placeholder for the URL of the nth file, known after its upload. */
export const addressOfFile = (at: number) => ({ $file: at }) as unknown as string

/** Uploaded files are not sent again. */
export class FilesRefused extends CallError {
  readonly files: readonly UnsentFile[]

  constructor({ code, message, fields }: CallError, files: readonly UnsentFile[]) {
    super(code, message, fields)
    this.files = files
  }
}

export const isUnstored = (error: unknown) => error instanceof CallError && error.code === 'unstored'

export type Written<T> =
  | { readonly isSent: true; readonly data: T; readonly words: string }
  | { readonly isSent: false; readonly words: string }

const KEPT_WORDS = '已保存在本机，联网后自动提交'
const HELD_WORDS = '已保存在本机，前一项提交失败，在“待提交”中处理后自动提交'
const LATER_WORDS = '已保存在本机，稍后自动提交'
const SENT_UNSTORED = '本机存储不可用，此项未在本机保存，已直接提交'
const unstoredWords = (reason: string, isEntered: boolean) =>
  `本机存储不可用，此项未保存也未提交${reason && `（${reason}）`}，${isEntered ? '请勿关闭页面，稍后重试' : '请稍后重试'}`

const account = () => import('./account-outbox.ts')

export async function withOutbox<T>(work: (outbox: Outbox) => Promise<T>): Promise<T> {
  return work((await account()).accountOutbox())
}

const isRefused = ({ state }: UnsentWrite) => state === 'refused'

export async function findUnsent(fits: (write: UnsentWrite) => boolean): Promise<UnsentWrite[]> {
  return (await withOutbox((outbox) => outbox.all()).catch(() => [])).filter(fits)
}

export function lastOf(writes: readonly UnsentWrite[]) {
  return { last: writes[writes.length - 1], refused: writes.filter(isRefused).pop() }
}

export const writesOfForm = (name: string): Promise<UnsentWrite[]> => findUnsent(({ form }) => form?.name === name)

/** Refused after its screen closed. @param name draft name */
export const refusedWrite = async (name: string): Promise<UnsentWrite | undefined> =>
  lastOf(await writesOfForm(name)).refused

/** If it cannot be stored, sends directly and says so. @throws CallError on refusal, or if neither stored nor sent */
export async function writeQueued<E extends Queueable>(
  endpoint: E,
  input: InputOf<E>,
  { page, place, files, form, ...told }: WriteInfo,
): Promise<Written<OutputOf<E>>> {
  const uid = currentSession()?.user.id
  if (uid === undefined) throw new CallError(401, '请先登录')
  const outbox = (await account()).accountOutbox()
  const outcome = await outbox.enqueue({
    uid,
    call: callOf(endpoint),
    input: input as Readonly<Record<string, unknown>>,
    ...told,
    ...(place ? { place } : {}),
    ...(page ? { page } : {}),
    ...(files ? { files } : {}),
    ...(form ? { form } : {}),
  })
  if (outcome.state === 'unstored') {
    const isEntered = form !== undefined || (files ?? []).length > 0
    throw new CallError('unstored', unstoredWords(outcome.reason, isEntered))
  }
  if (outcome.state === 'refused') {
    const refusal = new CallError(outcome.code, outcome.reason, outcome.fields)
    throw outcome.files.length > 0 ? new FilesRefused(refusal, outcome.files) : refusal
  }
  if (outcome.state === 'done' && outcome.isUnstored) toast.info(SENT_UNSTORED)
  if (outcome.state === 'done') return { isSent: true, data: outcome.data as OutputOf<E>, words: outcome.words }
  const held = await findUnsent((write) => write.thing === told.thing && isRefused(write))
  const kept = outcome.limit ? `${outcome.limit}。${LATER_WORDS}` : KEPT_WORDS
  return { isSent: false, words: held.length > 0 ? HELD_WORDS : kept }
}
