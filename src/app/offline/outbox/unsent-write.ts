import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { CallFailure } from '#app/lib/call.ts'

export const UNSURE = '不能确定服务器是否已收到，请核对后重试或放弃'

/** Increase when the stored shape changes; older rows stay readable. */
export const WRITE_SCHEMA = 1

/** Stored: a later version can send the write. */
export type UnsentCall = Pick<
  Endpoint,
  | 'id'
  | 'group'
  | 'verb'
  | 'method'
  | 'path'
  | 'encoding'
  | 'access'
  | 'stamped'
  | 'repeated'
  | 'whileOwing'
  | 'whileIncomplete'
  | 'timeoutMs'
>

export interface UnsentFile {
  readonly blob: Blob
  readonly name: string
  readonly address?: string
}

export interface KeptForm {
  /** The draft's name: form and entity. */
  readonly name: string
  readonly entered: unknown
}

/** No token and no header. */
export interface UnsentWrite {
  readonly seq: number
  readonly key: string
  readonly schema: number
  /** The write is sent under this account only. */
  readonly uid: string
  readonly call: UnsentCall
  /** `{ $file: n }`: URL of the nth file. */
  readonly input: Readonly<Record<string, unknown>>
  readonly files: readonly UnsentFile[]
  /** As `point:100001`. */
  readonly thing: string
  /** `签到 2026-03-23` */
  readonly label: string
  readonly place?: string
  /** Earlier keys of the entity: no conflicts. */
  readonly follows?: readonly string[]
  readonly page?: string
  /** For editing after a refusal. */
  readonly form?: KeptForm
  readonly tappedAt: number
  readonly attempts: number
  readonly nextAt: number
  readonly state: 'waiting' | 'refused'
  readonly reason?: string
  readonly fields?: FieldErrors
}

export const fileKey = (write: Pick<UnsentWrite, 'key'>, at: number) => `${write.key}-f${at}`

export const fileField = (at: number) => `files.${at}`

export type WriteDraft = Pick<UnsentWrite, 'uid' | 'call' | 'input' | 'thing' | 'label' | 'place' | 'page' | 'form'> & {
  readonly files?: readonly UnsentFile[]
  readonly replaces?: number | undefined
}

export type Delivery =
  /** `words`: the server's. */
  | { readonly kind: 'done'; readonly data: unknown; readonly words: string }
  /** `all`: further writes would fail too. */
  | { readonly kind: 'later'; readonly reason: string; readonly all: boolean; readonly isLimit?: true }
  | {
      readonly kind: 'refused'
      readonly code: CallFailure
      readonly reason: string
      readonly fields: FieldErrors
    }
  /** The session ended or belongs to another account. */
  | { readonly kind: 'stopped' }

export type Outcome =
  | { readonly state: 'done'; readonly data: unknown; readonly words: string; readonly isUnstored?: true }
  | { readonly state: 'waiting'; readonly limit?: string }
  /** Nor sent: only the screen has it. */
  | { readonly state: 'unstored'; readonly reason: string }
  | {
      readonly state: 'refused'
      readonly code: CallFailure
      readonly reason: string
      readonly fields: FieldErrors
      readonly files: readonly UnsentFile[]
    }
