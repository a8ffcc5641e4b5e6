import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ConsoleSummary } from '#contract/provider-console.ts'
import { consoleQuery } from '#app/data/provider-console.ts'
import { signOut } from '#app/data/sign-in.ts'
import { formatNumber, formatTime } from '#app/lib/format.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import type { SessionUser } from '#app/session/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Mark } from '#app/ui/mark.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { BuildingsSection } from './buildings-section.tsx'
import { KeysSection } from './keys-section.tsx'
import { NewPassword } from './new-password.tsx'
import { ReceivedSection } from './received-section.tsx'
import { RefusedSection } from './refused-section.tsx'

const SignatureCheck = lazy(() => import('./signature-check.tsx').then((m) => ({ default: m.SignatureCheck })))

const GUIDE = '/ops/reference'

type ConsoleTab = 'keys' | 'buildings' | 'received' | 'refused'

const TABS: readonly { readonly value: ConsoleTab; readonly label: string }[] = [
  { value: 'keys', label: '密钥' },
  { value: 'buildings', label: '建筑' },
  { value: 'received', label: '最近上报' },
  { value: 'refused', label: '未接收' },
]

interface ConsoleProps {
  readonly user: SessionUser
  readonly tab: ConsoleTab
  onTab(tab: ConsoleTab): void
}

export function ProviderConsoleScreen({ user, tab, onTab }: ConsoleProps) {
  return (
    <div className="no-bar flex min-h-screen flex-col bg-surface">
      <header className="sticky top-0 z-bar bg-brand pt-[env(safe-area-inset-top)] text-brand-on">
        <div className="mx-auto flex h-bar max-w-[1200px] items-center gap-2.5 px-4">
          <Mark of="platform" className="h-8 w-8 shrink-0" />
          <span className="min-w-0 flex-1 truncate text-lg font-semibold">服务商控制台</span>
          <span className="hidden truncate md:inline">{user.account}</span>
          <SignOut />
        </div>
      </header>
      <main className="mx-auto w-full max-w-[1200px] flex-1 px-3 py-4 md:px-4">
        {user.isNeedModify === 0 ? <NewPassword /> : <Sections tab={tab} onTab={onTab} />}
      </main>
    </div>
  )
}

function SignOut() {
  const { sessions } = useRouter().options.context
  const navigate = useNavigate()
  async function leave() {
    await signOut().catch(() => undefined)
    await sessions.signOut()
    await navigate({ to: '/provider', replace: true })
  }
  return (
    <button
      type="button"
      onClick={() => void leave()}
      className="flex min-h-control items-center whitespace-nowrap rounded px-2 hover:bg-brand-raised"
    >
      退出登录
    </button>
  )
}

function Sections({ tab, onTab }: Pick<ConsoleProps, 'tab' | 'onTab'>) {
  const client = useQueryClient()
  const summary = useQuery({ ...consoleQuery.summary(), staleTime: 0 })
  return (
    <QueryResult of={summary} waiting={<Skeleton className="h-40" />}>
      {(own) => (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
            <h1 className="min-w-0 break-words text-xl">{own.name}</h1>
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => void client.invalidateQueries()}>
                刷新
              </Button>
              <a
                href={GUIDE}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex min-h-control-sm items-center px-2 text-sm text-link underline-offset-4 hover:underline"
              >
                接口说明
                <span className="sr-only">（在新窗口打开）</span>
              </a>
            </div>
          </div>
          <StateNotice own={own} />
          <Segmented
            label="内容"
            options={tabsOf(own)}
            value={tab}
            onChange={(next) => {
              void summary.refetch()
              onTab(next)
            }}
            className="mb-3"
          />
          {tab === 'keys' && (
            <div className="grid items-start gap-3 lg:grid-cols-2">
              <KeysSection own={own} />
              <Suspense fallback={<Skeleton className="h-96" />}>
                <SignatureCheck />
              </Suspense>
            </div>
          )}
          {tab === 'buildings' && <BuildingsSection canBind={own.status === 1 && own.suspendTime === null} />}
          {tab === 'received' && <ReceivedSection />}
          {tab === 'refused' && <RefusedSection />}
        </>
      )}
    </QueryResult>
  )
}

function tabsOf({ refused, quarantined }: ConsoleSummary) {
  const count = refused + quarantined
  return TABS.map((tab) =>
    tab.value === 'refused' && count > 0 ? { ...tab, label: `${tab.label} ${formatNumber(count)}` } : tab,
  )
}

function StateNotice({ own }: { own: ConsoleSummary }) {
  const words = own.suspendTime
    ? `已被消防救援机构暂停接入（${formatTime(own.suspendTime)}）：${own.suspendReason ?? ''}。以密钥上报的数据不再接收，经用户信息传输装置上报的火警和数据仍然接收；整改后请联系消防救援机构恢复。`
    : own.status === 2
      ? '资质审核中，通过后可以查看密钥、绑定建筑。'
      : own.status === 1
        ? ''
        : `资质审核未通过，不能上报数据。${own.reason ?? ''}`
  if (words === '') return null
  return (
    <output className="mb-3 block rounded-md border border-danger-ink bg-panel px-4 py-3 text-base text-danger-ink">
      {words}
    </output>
  )
}
