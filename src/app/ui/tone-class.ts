import type { Tone } from './tone.ts'

interface ToneClass {
  readonly text: string
  /** For currentColor. */
  readonly solid: string
  readonly fill: string
  readonly soft: string
  readonly edge: string
}

const danger: ToneClass = {
  text: 'text-danger-ink',
  solid: 'text-danger',
  fill: 'bg-danger text-danger-on',
  soft: 'bg-danger-soft text-danger-ink',
  edge: 'border-danger',
}

const unknown: ToneClass = {
  text: 'text-unknown-ink',
  solid: 'text-unknown',
  fill: 'bg-unknown text-unknown-on',
  soft: 'bg-unknown-soft text-unknown-ink',
  edge: 'border-unknown',
}

/** Full class names for Tailwind. */
export const toneClass: Readonly<Record<Tone, ToneClass>> = {
  ok: {
    text: 'text-ok-ink',
    solid: 'text-ok',
    fill: 'bg-ok text-ok-on',
    soft: 'bg-ok-soft text-ok-ink',
    edge: 'border-ok',
  },
  attention: {
    text: 'text-attention-ink',
    solid: 'text-attention',
    fill: 'bg-attention text-attention-on',
    soft: 'bg-attention-soft text-attention-ink',
    edge: 'border-attention',
  },
  danger,
  fire: danger,
  working: {
    text: 'text-working-ink',
    solid: 'text-working',
    fill: 'bg-working text-working-on',
    soft: 'bg-working-soft text-working-ink',
    edge: 'border-working',
  },
  idle: {
    text: 'text-idle-ink',
    solid: 'text-idle',
    fill: 'bg-idle text-idle-on',
    soft: 'bg-idle-soft text-idle-ink',
    edge: 'border-idle',
  },
  unknown,
  dismissed: unknown,
  late: unknown,
}
