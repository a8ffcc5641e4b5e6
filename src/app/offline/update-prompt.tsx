import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { useUpdate } from './app-update.ts'

/** Asks once, quietly, whether to change to a newer version; left alone until the next start when the answer is later. */
export function UpdatePrompt() {
  const update = useUpdate()
  const [answer, setAnswer] = useState<'now' | 'later' | null>(null)
  const isAsked = update.waiting && (update.required || answer !== 'later')
  return (
    <output
      aria-live="polite"
      className="pointer-events-none fixed bottom-[calc(6.25rem+env(safe-area-inset-bottom))] left-0 right-0 z-float flex justify-center px-4 md:bottom-4 md:justify-end"
    >
      {isAsked && (
        <span className="pointer-events-auto flex animate-appear items-center gap-2 rounded border border-line bg-panel py-2 pl-4 pr-2 text-base text-ink shadow-float">
          <span>{update.required ? '此版本已停用，更新后继续使用' : '有新版本'}</span>
          <Button
            kind="primary"
            size="small"
            busy={answer === 'now'}
            onClick={() => {
              setAnswer('now')
              update.apply()
            }}
          >
            更新
          </Button>
          {!update.required && (
            <Button kind="quiet" size="small" onClick={() => setAnswer('later')}>
              稍后
            </Button>
          )}
        </span>
      )}
    </output>
  )
}
