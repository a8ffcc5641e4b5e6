import { encodeQR } from 'qr'

/** Quiet zone in modules, as the standard asks. */
const BORDER = 4

/** A text as a QR code. @param label what it is, for screen readers */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const modules = encodeQR(text, 'raw', { ecc: 'quartile', border: BORDER })
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={modules.length} height={modules.length} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
