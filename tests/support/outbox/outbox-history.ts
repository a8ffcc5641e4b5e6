import type { UnsentWrite } from '#app/offline/outbox/unsent-write.ts'

/** `lost`: the response was. */
export const FAULTS = [
  'none',
  'none',
  'none',
  'unreachable',
  'timeout',
  'lost',
  'http',
  429,
  500,
  503,
  401,
  'refused',
  'crash before',
  'crash after',
  'broken off',
] as const
export type Fault = (typeof FAULTS)[number]

export const PEOPLE = ['甲', '乙'] as const
export type Uid = (typeof PEOPLE)[number]
export const THINGS = ['point:1', 'point:2', 'checkin:1'] as const

export type Step =
  | {
      readonly do: 'tap'
      readonly thing: string
      readonly isFull: boolean
      readonly files: number
      readonly sender: number
    }
  | { readonly do: 'tap again' }
  | { readonly do: 'flush'; readonly tab: number; readonly eager: boolean }
  | { readonly do: 'sync'; readonly isOpening: boolean }
  | { readonly do: 'retry' }
  | { readonly do: 'discard refused' }
  | { readonly do: 'sign in'; readonly uid: Uid }
  | { readonly do: 'new page'; readonly tab: number }
  | { readonly do: 'wait'; readonly seconds: number }

export class Server {
  readonly effects: { uid: string; thing: string; tap: number; key: string }[] = []
  private readonly done = new Set<string>()

  take({ key, uid, thing, input }: UnsentWrite): void {
    if (this.done.has(key)) return
    this.done.add(key)
    this.effects.push({ uid, thing, tap: input.tap as number, key })
  }
  has = (key: string) => this.done.has(key)
}
