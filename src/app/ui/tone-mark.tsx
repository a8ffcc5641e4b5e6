import { cx } from './cx.ts'
import { toneClass } from './tone-class.ts'
import type { Tone } from './tone.ts'

const RING = 'M6 1.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6Z'

// A silhouette per tone: grey print, glare, colour blindness.
const shape: Readonly<Record<Tone, { readonly solid?: string; readonly cut?: string; readonly ring?: string }>> = {
  ok: { solid: 'M6 .5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z', cut: 'M3.5 6.2l1.8 1.8L8.6 4.5' },
  attention: { solid: 'M6 .8L11.6 11H.4L6 .8Z', cut: 'M6 4.6v2.8M6 9.2v.1' },
  danger: { solid: 'M6 .5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z', cut: 'M4 4l4 4M8 4L4 8' },
  fire: { solid: 'M3.7.5h4.6l3.2 3.2v4.6l-3.2 3.2H3.7L.5 8.3V3.7L3.7.5Z', cut: 'M6 3.2v3.5M6 8.7v.1' },
  working: { solid: 'M6 1.2v9.6a4.8 4.8 0 0 0 0-9.6Z', ring: RING },
  idle: { ring: RING },
  dismissed: { ring: `${RING}M2.6 9.4l6.8-6.8` },
  late: { ring: `${RING}M6 3.4V6l2 1.3` },
  unknown: { solid: 'M6 .6L11.4 6 6 11.4.6 6 6 .6Z', cut: 'M4 6h4' },
}

/** Always shown with its name. */
export function ToneMark({ tone, className }: { tone: Tone; className?: string }) {
  const { solid, cut, ring } = shape[tone]
  return (
    <svg
      viewBox="0 0 12 12"
      width="0.8125em"
      height="0.8125em"
      aria-hidden="true"
      focusable="false"
      className={cx('shrink-0', toneClass[tone].solid, className)}
    >
      {solid && <path d={solid} fill="currentColor" />}
      {ring && <path d={ring} fill="none" stroke="currentColor" strokeWidth={1.6} />}
      {cut && (
        <path
          d={cut}
          fill="none"
          stroke={`rgb(var(--${tone === 'fire' ? 'danger' : tone}-on))`}
          strokeWidth={1.4}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}
