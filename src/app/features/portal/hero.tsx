import type { ReactNode } from 'react'
import { PLATFORM } from '#app/parts/public-header.tsx'
import type { IconType } from '#app/ui/icon.tsx'
import { GaugeIcon, ProviderIcon, ShieldIcon, SprinklerIcon } from '#app/ui/place-icons.tsx'

const WAY: readonly (readonly [IconType, string, string])[] = [
  [SprinklerIcon, '建筑消防设施', '监测'],
  [ProviderIcon, '物联网服务商', '上报'],
  [GaugeIcon, '数据对接平台', '评分'],
  [ShieldIcon, '消防救援机构', '监管'],
]

export function Hero({ signIn }: { signIn: ReactNode }) {
  return (
    <section className="bg-brand text-brand-on">
      <div className="mx-auto grid max-w-[1200px] gap-x-8 px-4 pb-6 pt-4 md:grid-cols-[minmax(0,1fr)_21rem] md:py-10 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-x-16">
        <div className="min-w-0 lg:self-center">
          <h1 className="text-3xl font-bold max-md:sr-only lg:text-4xl">{PLATFORM}</h1>
          <p className="max-w-xl text-base text-brand-soft [word-break:keep-all] md:text-[1.125rem] md:mt-4 md:leading-relaxed">
            <span className="max-md:hidden">连接建筑消防设施、物联网服务商与消防救援机构，</span>
            火警、接入状态、安全评分和设施问题一处掌握
            <span className="max-md:hidden">。</span>
          </p>
          <DataWay />
        </div>
        <div className="max-md:mt-4">{signIn}</div>
      </div>
    </section>
  )
}

function DataWay() {
  return (
    <ol className="mt-8 hidden gap-4 md:grid lg:mt-10 lg:-ml-[25px] lg:max-w-lg lg:grid-cols-4 lg:gap-0">
      {WAY.map(([Icon, name, does], at) => (
        <li key={name} className="relative flex items-center gap-4 lg:flex-col lg:gap-0 lg:text-center">
          {at > 0 && (
            <span
              aria-hidden="true"
              className="absolute bg-brand-soft/50 max-lg:-top-4 max-lg:left-6 max-lg:h-4 max-lg:w-px lg:right-1/2 lg:top-6 lg:mr-8 lg:h-px lg:w-[calc(100%-4rem)]"
            />
          )}
          <span className="flex h-12 w-12 shrink-0 items-center justify-center rounded-full border border-brand-soft/50 bg-brand-raised text-2xl">
            <Icon strokeWidth={1.5} />
          </span>
          <span className="lg:mt-2.5">
            <span className="block lg:text-sm">{name}</span>
            <span className="block text-sm text-brand-soft lg:text-xs">{does}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
