import { useEffect, useEffectEvent, useState } from 'react'
import { arriveWith } from '#app/data/sign-in.ts'
import { CallError } from '#app/lib/call.ts'
import { entryToken } from '#app/session/entry-token.ts'
import { Button } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { useArrival } from './use-arrival.ts'

/** Turns the token that stood in the address into a session, or says why it opens nothing. */
export function TokenEntry({ token }: { token: string }) {
  const [failure, setFailure] = useState<CallError | null>(null)
  if (!failure) return <Entering token={token} onFailure={setFailure} />
  return (
    <div role="alert" className="space-y-3">
      <h2 className="text-lg">未能登录</h2>
      <p className="text-base text-ink-soft">
        {failure.code === 401 ? '登录链接已使用过或已失效：每个链接只能用一次，60 秒内有效。' : failure.message}
      </p>
      <div className="flex flex-col gap-2 pt-2">
        {failure.unanswered && (
          <Button kind="primary" block onClick={() => setFailure(null)}>
            重试
          </Button>
        )}
        <Button kind={failure.unanswered ? 'secondary' : 'primary'} block onClick={() => entryToken.write(null)}>
          重新登录
        </Button>
      </div>
    </div>
  )
}

function Entering({ token, onFailure }: { token: string; onFailure(failure: CallError): void }) {
  const arrive = useArrival()

  const enter = useEffectEvent(async () => {
    try {
      await arrive(await arriveWith(token))
      entryToken.write(null)
    } catch (error) {
      onFailure(error instanceof CallError ? error : new CallError('http', String(error)))
    }
  })
  useEffect(() => void enter(), [])

  return (
    <output className="flex min-h-[16rem] items-center justify-center gap-2 text-lg text-ink">
      <Spinner />
      登录中
    </output>
  )
}
