import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { type SignInResult, signInWith, dropSession } from '#app/data/sign-in.ts'
import { CallError } from '#app/lib/call.ts'
import { holdsDataOfOthers } from '#app/offline/others-data.ts'
import { entryToken } from '#app/session/entry-token.ts'
import { homeOf } from '#app/session/home.ts'
import { actorOf, currentSession } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { useArrival } from './use-arrival.ts'

/** Another account's data is cleared after confirmation. */
export function TokenEntry({ token }: { token: string }) {
  const [failure, setFailure] = useState<CallError | null>(null)
  const [arrival, setArrival] = useState<SignInResult | null>(null)
  const navigate = useNavigate()
  const { sessions } = useRouter().options.context
  const arrive = useArrival()

  // Not used again.
  useEffect(
    () => () => {
      if (entryToken.read()?.token === token) entryToken.write(null)
    },
    [token],
  )

  const fail = (error: unknown) => setFailure(error instanceof CallError ? error : new CallError('http', String(error)))

  async function enter(who: SignInResult) {
    if (currentSession()) await sessions.signOut(true)
    await arrive(who)
    const { name, account, role } = who.user
    if (role !== 'provider') toast.info(`已登录账号 ${account}（${name}）`)
    entryToken.write(null)
  }

  async function begin(who: SignInResult) {
    if (who.user.role !== 'provider' && (await holdsDataOfOthers(who.user.id))) setArrival(who)
    else await enter(who)
  }

  async function goBack() {
    const actor = actorOf(currentSession())
    if (actor) await navigate({ to: homeOf(actor), replace: true })
    entryToken.write(null)
  }

  async function signInAgain() {
    if (currentSession()) await sessions.signOut(true)
    entryToken.write(null)
  }

  if (failure)
    return <Failed failure={failure} onRetry={() => setFailure(null)} onBack={goBack} onSignIn={signInAgain} />
  if (!arrival) return <Entering token={token} onArrived={begin} onFailure={fail} />
  return (
    <Asked
      arrival={arrival}
      onYes={() => enter(arrival).catch(fail)}
      onNo={async () => {
        // Ends the unused session that the ticket created.
        if (arrival.token !== token) await dropSession(arrival.token).catch(() => undefined)
        await goBack()
      }}
    />
  )
}

interface EnteringProps {
  readonly token: string
  onArrived(arrival: SignInResult): Promise<void>
  onFailure(error: unknown): void
}

function Entering({ token, onArrived, onFailure }: EnteringProps) {
  const enter = useEffectEvent(() => signInWith(token).then(onArrived).catch(onFailure))
  useEffect(() => void enter(), [])

  return (
    <output className="flex min-h-[16rem] items-center justify-center gap-2 text-lg text-ink">
      <Spinner />
      登录中
    </output>
  )
}

interface AskedProps {
  readonly arrival: SignInResult
  onYes(): Promise<void>
  onNo(): Promise<void>
}

function Asked({ arrival: { user }, onYes, onNo }: AskedProps) {
  const [busy, setBusy] = useState(false)
  const answer = (work: () => Promise<void>) => () => {
    setBusy(true)
    void work()
  }
  const present = currentSession()?.user
  return (
    <section className="space-y-3">
      <h2 className="text-lg">是否登录此账号？</h2>
      <div className="rounded border border-line bg-panel px-4 py-3 text-base text-ink">
        <p className="text-lg">{user.name}</p>
        {user.companyName && user.companyName !== user.name && <p>{user.companyName}</p>}
        <p className="text-ink-soft">账号 {user.account}</p>
      </div>
      <p className="text-base text-ink-soft">
        {present
          ? `本机已登录账号 ${present.account}（${present.name}）。继续后该账号退出，已读取的内容从本机清除，未提交的内容保留。`
          : '本机保存着其他账号的内容，继续后仍会保留。'}
        请确认这是您本人的账号：登录后提交的内容都会记在此账号下。
      </p>
      <div className="flex flex-col gap-2 pt-2">
        <Button kind="primary" block busy={busy} onClick={answer(onYes)}>
          继续登录
        </Button>
        <Button block disabled={busy} onClick={answer(onNo)}>
          取消
        </Button>
      </div>
    </section>
  )
}

interface FailedProps {
  readonly failure: CallError
  onRetry(): void
  onBack(): Promise<void>
  onSignIn(): Promise<void>
}

function Failed({ failure, onRetry, onBack, onSignIn }: FailedProps) {
  return (
    <div role="alert" className="space-y-3">
      <h2 className="text-lg">未能登录</h2>
      <p className="text-base text-ink-soft">
        {failure.code === 401 ? '登录链接已使用过或已失效：每个链接只能用一次，60 秒内有效。' : failure.message}
      </p>
      <div className="flex flex-col gap-2 pt-2">
        {failure.unanswered && (
          <Button kind="primary" block onClick={onRetry}>
            重试
          </Button>
        )}
        <Button kind={failure.unanswered ? 'secondary' : 'primary'} block onClick={() => void onSignIn()}>
          重新登录
        </Button>
        {currentSession() && (
          <Button block onClick={() => void onBack()}>
            返回当前账号
          </Button>
        )}
      </div>
    </div>
  )
}
