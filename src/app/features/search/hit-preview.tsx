import type { MouseEvent } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { KeyHint } from '#app/parts/key-hint.tsx'
import type { Hit } from './hit.ts'

const OPEN: Readonly<Record<Hit['kind'], string>> = {
  alarm: '打开火警',
  building: '打开建筑',
  unit: '打开单位',
  point: '打开点位',
  provider: '打开服务商',
  page: '打开页面',
  recent: '打开',
}

export function HitPreview({ hit, onOpen }: { hit: Hit; onOpen(hit: Pick<Hit, 'to'>, event: MouseEvent): void }) {
  return (
    <section aria-label="所选结果" className="flex flex-col gap-3 p-5">
      <h3 className="break-words text-xl">{hit.title}</h3>
      {hit.facts.length === 0 ? (
        <p className="text-sm text-ink-soft">{hit.second}</p>
      ) : (
        <dl className="divide-y divide-line border-y border-line text-sm">
          {hit.facts.map(([name, value]) => (
            <div key={name} className="flex items-baseline justify-between gap-4 py-1.5">
              <dt className="shrink-0 text-ink-soft">{name}</dt>
              <dd className="min-w-0 break-words text-right font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <a
        href={hit.to}
        onClick={(event) => onOpen(hit, event)}
        className={buttonClass({ kind: 'primary', block: true })}
      >
        {OPEN[hit.kind]}
        <KeyHint keys="↵" />
      </a>
      {hit.more?.map(({ label, to }) => (
        <a key={to} href={to} onClick={(event) => onOpen({ to }, event)} className={buttonClass({ block: true })}>
          {label}
        </a>
      ))}
    </section>
  )
}
