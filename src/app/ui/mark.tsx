interface MarkProps {
  readonly of: 'platform' | 'authority'
  readonly className?: string
  /** Decorative if absent. */
  readonly name?: string
}

/** Weak phones lay out each SVG image as a document. */
export function Mark({ of, className, name }: MarkProps) {
  return (
    <svg className={className} {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}>
      <use href={`#mark-${of}`} />
    </svg>
  )
}
