import { useEffect, useState } from 'react'
import { content } from '#contract/content.ts'
import { SupportLine } from '#app/parts/support-line.tsx'
import { send } from '#app/session/send.ts'

export function SignInSupport() {
  const [line, setLine] = useState<string>()
  useEffect(
    () =>
      void send(content.settings, {}).then(
        ({ support }) => setLine(support.line),
        () => undefined,
      ),
    [],
  )
  return <SupportLine line={line} />
}
