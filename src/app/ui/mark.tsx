interface MarkProps {
  /** The platform's own, or the fire authority's. */
  readonly of: 'platform' | 'authority'
  readonly className: string
  /** Without a name it is decoration. */
  readonly name?: string
}

/** A mark drawn in the page itself (vite-marks.ts): as a picture of its own each costs a weak phone a page to lay out. */
export function Mark({ of, className, name }: MarkProps) {
  return (
    <svg className={className} {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}>
      <use href={`#mark-${of}`} />
    </svg>
  )
}
