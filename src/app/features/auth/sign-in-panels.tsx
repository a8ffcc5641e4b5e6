import { type KeyboardEvent, lazy, Suspense, useId, useState } from 'react'
import { readStored } from '#app/lib/storage.ts'
import { SIGNED_OUT } from '#app/session/session.ts'
import { cx } from '#app/ui/cx.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { PasswordForm, type ProvePassword } from './password-form.tsx'

// Most sign in by password.
const PhoneForm = lazy(() => import('./phone-form.tsx').then((m) => ({ default: m.PhoneForm })))
const RecoveryPanel = lazy(() => import('./recovery-panel.tsx').then((m) => ({ default: m.RecoveryPanel })))

const WAYS = [
  { key: 'password', label: '密码登录' },
  { key: 'phone', label: '手机登录' },
] as const

type Way = (typeof WAYS)[number]['key']

export function SignInPanels({ prove }: { prove: ProvePassword }) {
  const id = useId()
  const [way, setWay] = useState<Way>('password')
  const [recovering, setRecovering] = useState(false)
  const [reason] = useState(() => readStored<string>(SIGNED_OUT))

  function leaveRecovery() {
    setRecovering(false)
    setWay('password')
  }

  function moveByKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const next = way === 'password' ? 'phone' : 'password'
    setWay(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }

  return (
    <div className="sign-in">
      {reason && (
        <p role="alert" className="signed-out">
          {reason}
        </p>
      )}
      {!recovering && (
        <div role="tablist" aria-label="登录方式" className="mb-5 flex border-b border-line">
          {WAYS.map(({ key, label }) => (
            <button
              key={key}
              id={`${id}-${key}`}
              type="button"
              role="tab"
              aria-selected={key === way}
              aria-controls={`${id}-panel`}
              tabIndex={key === way ? 0 : -1}
              onClick={() => setWay(key)}
              onKeyDown={moveByKey}
              className={cx(
                '-mb-px min-h-control flex-1 border-b-2 px-3 text-base',
                key === way ? 'border-link font-semibold text-link' : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      <Suspense fallback={<Coming />}>
        {recovering ? (
          <RecoveryPanel onLeave={leaveRecovery} />
        ) : (
          <div role="tabpanel" id={`${id}-panel`}>
            {way === 'password' ? (
              <PasswordForm prove={prove}>
                {/* Last by Tab, in the row of the password's label. */}
                <button type="button" onClick={() => setRecovering(true)} className="forgot">
                  忘记密码
                </button>
              </PasswordForm>
            ) : (
              <PhoneForm />
            )}
          </div>
        )}
      </Suspense>
    </div>
  )
}

function Coming() {
  return (
    <output className="flex min-h-[16rem] items-center justify-center gap-2 text-ink-soft">
      <Spinner />
      正在打开
    </output>
  )
}
