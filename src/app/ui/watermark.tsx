import { watermarkTile } from '../lib/watermark.ts'

/** The user's name over the whole window; it lies above the page and catches no taps. */
export function Watermark({ lines }: { readonly lines: readonly string[] }) {
  return (
    <div
      aria-hidden="true"
      data-watermark=""
      className="pointer-events-none fixed bottom-0 left-0 right-0 top-0 z-watermark"
      style={{ backgroundImage: `url("${watermarkTile(lines)}")` }}
    />
  )
}
