import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { contentQuery } from '#app/data/content.ts'
import { ChevronLeftIcon, ChevronRightIcon, NewWindowIcon } from '#app/ui/action-icons.tsx'
import { BuildingIcon, ProviderIcon, ShieldIcon } from '#app/ui/place-icons.tsx'
import { NoticeCard } from './notice-card.tsx'
import { OutLink } from './out-link.tsx'

function Entrance({ to, icon, title, children }: { to: string; icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li>
      <OutLink
        to={to}
        className="group relative flex h-full items-center gap-3 rounded-md border border-line bg-panel p-4 hover:border-link md:max-lg:gap-2 md:max-lg:p-3 lg:p-5"
      >
        <span className="flex h-12 w-12 shrink-0 items-center justify-center rounded-full bg-link/10 text-3xl md:max-lg:h-10 md:max-lg:w-10 md:max-lg:text-2xl text-link">
          {icon}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5 text-lg font-semibold text-ink group-hover:text-link md:max-lg:text-base">
            {title}
            {to.startsWith('http') && <NewWindowIcon className="text-ink-soft" />}
          </span>
          <span className="-mr-1 mt-0.5 block text-sm text-ink-soft [word-break:keep-all]">{children}</span>
        </span>
        <ChevronRightIcon className="-mr-bearing self-center text-ink-soft" />
      </OutLink>
    </li>
  )
}

export function EntrancesScreen() {
  const { data } = useQuery(contentQuery.settings())
  const providerUrl = data?.providerUrl ?? ''
  return (
    <>
      <section className="bg-brand text-brand-on">
        <div className="mx-auto max-w-[1200px] px-4 pb-8 pt-1 md:pt-3 lg:pb-12">
          <Link to="/portal" className="-ml-1.5 inline-flex min-h-control items-center text-sm hover:underline">
            <ChevronLeftIcon />
            返回首页
          </Link>
          <h1 className="text-2xl">选择登录入口</h1>
          <ul className="mt-5 grid grid-cols-1 gap-4 md:grid-cols-3 md:gap-3 lg:mt-8 lg:gap-4">
            <Entrance to="/login" icon={<BuildingIcon />} title="社会单位登录">
              火警、问题、评分与接入
            </Entrance>
            <Entrance to="/loginxf" icon={<ShieldIcon />} title="消防救援机构登录">
              辖区火警、接入与评分
            </Entrance>
            <Entrance
              to={data && providerUrl === '' ? '/provider' : providerUrl}
              icon={<ProviderIcon />}
              title={providerUrl ? '服务商平台' : '服务商登录'}
            >
              密钥、绑定与上报
            </Entrance>
          </ul>
        </div>
      </section>
      <div className="mx-auto w-full max-w-[1200px] px-4 py-6">
        <NoticeCard />
      </div>
    </>
  )
}
