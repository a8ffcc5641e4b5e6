import { useEffect, useState } from 'react'
import { readSupportLine } from '#app/data/auth.ts'
import { SupportLine } from '#app/parts/support-line.tsx'

export function SupportFoot() {
  const [line, setLine] = useState<string>()
  useEffect(() => void readSupportLine().then(setLine, () => undefined), [])
  return <SupportLine line={line} />
}
