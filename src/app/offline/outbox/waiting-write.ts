import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { CallFailure } from '#app/lib/call.ts'

/** Raised when what is stored changes its shape; older ones are read on, never dropped. */
export const WRITE_SCHEMA = 1

/** As much of a call as sending it takes: kept with the write, so that a later version of the app still can. */
export type WaitingCall = Pick<
  Endpoint,
  | 'id'
  | 'group'
  | 'verb'
  | 'method'
  | 'path'
  | 'encoding'
  | 'access'
  | 'stamped'
  | 'whileOwing'
  | 'whileIncomplete'
  | 'timeoutMs'
>

/** A file that goes before the write it belongs to. */
export interface WaitingFile {
  readonly blob: Blob
  readonly name: string
  /** The server's word for it, once it is there. */
  readonly address?: string
}

/** A form as it stood when it was sent. */
export interface KeptForm {
  /** Which form of which thing, as drafts are named. */
  readonly name: string
  readonly entered: unknown
}

/** What a person did and this device keeps until the server has it. It holds no token and no header. */
export interface WaitingWrite {
  /** The order of taps of an account on this device. */
  readonly seq: number
  /** Made at the tap and never again: under it the server does the write once. */
  readonly key: string
  readonly schema: number
  /** Whose it is: it is sent under this account only. */
  readonly uid: string
  readonly call: WaitingCall
  /** What is sent; `{ $file: n }` stands where the address of the nth file goes. */
  readonly input: Readonly<Record<string, unknown>>
  readonly files: readonly WaitingFile[]
  /** What it changes, as `point:100001`: writes of one thing are sent in the order of their taps. */
  readonly thing: string
  /** What it is, to the person: '签到 3月23日'. */
  readonly label: string
  /** Where the thing is found, the building's name say. */
  readonly place?: string
  /** Keys of the account's earlier writes of the same thing: what they leave is not somebody else's change. */
  readonly follows?: readonly string[]
  /** The page on which it can be done anew, where there is one. */
  readonly page?: string
  /** The form it was made with, as it stood: refused, it can be gone on with there. */
  readonly form?: KeptForm
  readonly tappedAt: number
  readonly attempts: number
  /** Not before this, in ms. */
  readonly nextAt: number
  /** `refused`: the server said no, a person decides. */
  readonly state: 'waiting' | 'refused'
  /** Why it is still here, in words. */
  readonly reason?: string
  /** What the server found wrong, field by field. */
  readonly fields?: FieldErrors
}

/** What a screen hands over; the rest is added at the tap. */
export type WriteDraft = Pick<
  WaitingWrite,
  'uid' | 'call' | 'input' | 'thing' | 'label' | 'place' | 'page' | 'form'
> & {
  readonly files?: readonly WaitingFile[]
  /** The refused write that this one is sent instead of. */
  readonly replaces?: number | undefined
}

/** How a try to send ended. */
export type Delivery =
  /** `words`: what the server says of it. */
  | { readonly kind: 'done'; readonly data: unknown; readonly words: string }
  /** Nothing is wrong with it. `all`: the others need not be tried now either. */
  | { readonly kind: 'later'; readonly reason: string; readonly all: boolean }
  | {
      readonly kind: 'refused'
      readonly code: CallFailure
      readonly reason: string
      readonly fields: FieldErrors
    }
  /** The session is over, or another's. */
  | { readonly kind: 'stopped' }

/** What a screen learns of its write. */
export type Outcome =
  /** `isUnkept`: the device did not keep it, it was sent directly. */
  | { readonly state: 'done'; readonly data: unknown; readonly words: string; readonly isUnkept?: true }
  | { readonly state: 'waiting' }
  /** Neither kept nor sent: it is with the screen alone. */
  | { readonly state: 'unkept'; readonly reason: string }
  | {
      readonly state: 'refused'
      readonly code: CallFailure
      readonly reason: string
      readonly fields: FieldErrors
      /** The files as far as they got. */
      readonly files: readonly WaitingFile[]
    }
