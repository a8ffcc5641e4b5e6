import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { CallError } from '#app/lib/call.ts'
import { requestWords } from '#app/lib/request-words.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { ErrorScreen, type ErrorKind } from '#app/ui/error-screen.tsx'

function kindOf(error: unknown): ErrorKind {
  if (!(error instanceof CallError)) return 'other'
  if (error.unanswered) return 'uncached'
  if (error.code === 403) return 'forbidden'
  return error.code === 404 ? 'missing' : 'other'
}

export function ScreenError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const kind = kindOf(error)
  return (
    <ErrorScreen
      kind={kind}
      foot={requestWords(error)}
      onRetry={() => void router.invalidate()}
      actions={
        !(error instanceof CallError) && (
          <a href="/repair.html" className={buttonClass()}>
            修复
          </a>
        )
      }
    />
  )
}
