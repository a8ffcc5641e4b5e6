import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ChevronRightIcon } from '#app/ui/action-icons.tsx'
import type { IconType } from '#app/ui/icon.tsx'
import { GaugeIcon, ProviderIcon, ShieldIcon, SprinklerIcon } from '#app/ui/place-icons.tsx'
import { PLATFORM } from './portal-frame.tsx'

const WAY: readonly (readonly [IconType, string, string])[] = [
  [SprinklerIcon, '建筑消防设施', '监测'],
  [ProviderIcon, '物联网服务商', '上报'],
  [GaugeIcon, '数据对接平台', '评分'],
  [ShieldIcon, '消防救援机构', '监管'],
]

export function Hero({ signIn }: { signIn: ReactNode }) {
  return (
    <section className="relative overflow-hidden bg-brand text-brand-on">
      <Dial />
      <div className="relative mx-auto grid max-w-[1200px] gap-x-8 px-4 pb-8 pt-6 md:grid-cols-[minmax(0,1fr)_21rem] md:py-10 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-x-16">
        <div className="min-w-0 md:self-end">
          <h1 className="max-md:sr-only md:text-3xl lg:text-4xl">{PLATFORM}</h1>
          <p className="max-w-lg md:mt-3 text-base text-brand-soft lg:text-lg">
            连接建筑消防设施、物联网服务商与消防救援机构，接入状态、安全评分和设施问题一处掌握。
          </p>
          <DataWay />
        </div>
        <div className="max-md:mt-6 md:col-start-2 md:row-span-2 md:row-start-1">{signIn}</div>
        <Link
          to="/selectSys"
          className="mt-4 inline-flex min-h-control items-center justify-center self-start rounded border border-brand-soft/50 px-4 text-base hover:bg-brand-raised md:col-start-1 md:row-start-2 md:mt-8 md:justify-self-start"
        >
          其他登录入口
          <ChevronRightIcon />
        </Link>
      </div>
    </section>
  )
}

function DataWay() {
  return (
    <ol className="-mx-4 mt-10 hidden max-w-lg grid-cols-4 md:grid">
      {WAY.map(([Icon, name, does], at) => (
        <li key={name} className="relative flex flex-col items-center text-center">
          {at > 0 && (
            <span
              aria-hidden="true"
              className="absolute right-1/2 top-6 mr-8 h-px w-[calc(100%-4rem)] bg-brand-soft/50"
            />
          )}
          <span className="flex h-12 w-12 items-center justify-center rounded-full border border-brand-soft/50 bg-brand-raised text-2xl">
            <Icon strokeWidth={1.5} />
          </span>
          <span className="mt-2.5 text-sm">{name}</span>
          <span className="text-xs text-brand-soft">{does}</span>
        </li>
      ))}
    </ol>
  )
}

function Dial() {
  return (
    <svg
      viewBox="0 0 800 800"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      className="pointer-events-none absolute -bottom-64 -right-40 hidden h-[56rem] w-[56rem] text-brand-soft/20 lg:block"
    >
      <circle cx={400} cy={400} r={388} strokeWidth={10} strokeDasharray="1.5 8.66" pathLength={1219.2} />
      <circle cx={400} cy={400} r={380} strokeWidth={26} strokeDasharray="2 58.96" pathLength={1219.2} />
      <circle cx={400} cy={400} r={330} strokeWidth={1} />
      <circle cx={400} cy={400} r={250} strokeWidth={1} strokeDasharray="2 10" />
    </svg>
  )
}
