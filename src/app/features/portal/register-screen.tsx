import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { contentQuery } from '#app/data/content.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { NewWindowIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { OutLink } from './out-link.tsx'
import { OTHERS, PROVIDERS_ONLY } from './register-link.tsx'

const COMING = (
  <Loading className="min-h-screen">
    <SkeletonText lines={8} />
  </Loading>
)

export function RegisterScreen({ application }: { application: ReactNode }) {
  const settings = useQuery(contentQuery.settings())
  const isOurs = !settings.data?.providerRegisterUrl
  return (
    <div className="flex flex-1 items-start justify-center px-4 py-4">
      <section
        className={cx(
          'flex w-full flex-col rounded-md border border-line bg-panel p-4 md:p-6',
          isOurs ? 'max-w-[55rem]' : 'max-w-[29rem] text-center',
        )}
      >
        <div className="flex items-center justify-between gap-x-3">
          <h1 className="text-2xl">服务商注册</h1>
          {isOurs && (
            <Link
              to="/provider"
              className="-my-2 inline-flex min-h-control items-center text-sm text-link hover:underline"
            >
              已有账号，去登录
            </Link>
          )}
        </div>
        <p className="mt-1 text-sm text-ink-soft md:hidden">仅限物联网服务商</p>
        <p className="mt-1 text-sm text-ink-soft max-md:order-last max-md:mt-3">
          <span className="max-md:hidden">{PROVIDERS_ONLY}。</span>
          {OTHERS.slice(0, -8)}
          <span className="whitespace-nowrap">{OTHERS.slice(-8)}</span>
        </p>
        <div className="mt-1 flex flex-col gap-2 md:mt-4">
          {/* Two lines on phones. */}
          <div className="flex min-h-[3rem] flex-col justify-center">
            <QueryResult of={settings} waiting={COMING}>
              {({ providerRegisterUrl }) =>
                providerRegisterUrl === '' ? (
                  <Suspense fallback={COMING}>{application}</Suspense>
                ) : (
                  <OutLink to={providerRegisterUrl} className={buttonClass({ kind: 'primary', block: true })}>
                    前往服务商平台注册
                    <NewWindowIcon />
                  </OutLink>
                )
              }
            </QueryResult>
          </div>
          {(!isOurs || settings.isError) && (
            <Link to="/portal" className={buttonClass({ kind: 'quiet', block: true })}>
              返回首页
            </Link>
          )}
        </div>
      </section>
    </div>
  )
}
