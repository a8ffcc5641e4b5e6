import { useEffect, useState } from 'react'
import { readSupportLine } from '#app/data/auth.ts'
import { SupportLine } from '#app/parts/support-line.tsx'

export function SupportFoot() {
  const [line, setLine] = useState<string>()
  useEffect(() => void readSupportLine().then(setLine, () => setLine('')), [])
  return (
    <output className="block min-h-control pt-1">
      {line === '' ? (
        <span className="block text-center text-sm text-ink-soft">技术支持电话未公布，请联系辖区消防救援机构</span>
      ) : (
        <SupportLine line={line} />
      )}
    </output>
  )
}
