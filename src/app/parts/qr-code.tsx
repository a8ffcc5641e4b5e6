import { qrModules } from '#app/lib/qr-modules.ts'

export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const modules = qrModules(text)
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
