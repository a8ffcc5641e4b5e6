import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { contentQuery } from '#app/data/content.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { ChevronLeftIcon, NewWindowIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { OutLink } from './out-link.tsx'
import { OTHERS, PROVIDERS_ONLY } from './register-link.tsx'

const PREPARE = '请备好信用代码、营业执照'

const COMING = (
  <Loading className="min-h-screen">
    <SkeletonText lines={8} />
  </Loading>
)

export function RegisterScreen({ application }: { application: ReactNode }) {
  const settings = useQuery(contentQuery.settings())
  const isOurs = !settings.data?.providerRegisterUrl
  return (
    <div
      className={cx('mx-auto flex w-full flex-col px-4 pb-6 pt-1 md:pt-3', isOurs ? 'max-w-[57rem]' : 'max-w-[31rem]')}
    >
      <Link
        to="/portal"
        className="-ml-1.5 inline-flex min-h-control items-center self-start text-sm text-link hover:underline"
      >
        <ChevronLeftIcon />
        返回首页
      </Link>
      <section
        className={cx('flex flex-col rounded-md border border-line bg-panel p-4 md:p-6', !isOurs && 'text-center')}
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
        <p className="mt-1 text-sm text-ink-soft md:hidden">
          仅限物联网服务商
          {isOurs && (
            <>
              ，各项必填，<span className="inline-block">{PREPARE}</span>
            </>
          )}
        </p>
        <p className="mt-1 text-sm text-ink-soft max-md:order-last max-md:mt-3">
          <span className="max-md:hidden">{PROVIDERS_ONLY}。</span>
          {OTHERS.slice(0, -8)}
          <span className="whitespace-nowrap">{OTHERS.slice(-8)}</span>
          {isOurs && <span className="inline-block max-md:hidden">各项必填，{PREPARE}。</span>}
        </p>
        {/* Two lines on phones. */}
        <div className="mt-4 flex min-h-[3rem] flex-col justify-center">
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
      </section>
    </div>
  )
}
