import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import type { SetupStep } from '#contract/setup.ts'
import { setupQuery } from '#app/data/setup.ts'
import { readStored, writeStored } from '#app/lib/storage.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'

const STEPS: Readonly<
  Record<SetupStep, { readonly title: string; readonly how: string; readonly to: NonNullable<LinkProps['to']> }>
> = {
  organ: { title: '新增区级消防救援机构', how: '单位须选择所属的区级机构', to: '/organList' },
  officer: { title: '为区级机构创建账号', how: '区级机构查看本区、处置本区火警', to: '/organList' },
  unit: { title: '登记社会单位', how: '可导入表格，也可逐个新增', to: '/unitList' },
  unitAccount: { title: '为单位创建账号', how: '在单位列表中点击“创建账号”', to: '/unitList' },
  building: { title: '登记建筑', how: '可导入表格，也可由单位新增后审批', to: '/buildingList' },
  provider: { title: '新增服务商', how: '密钥只显示一次，交给服务商', to: '/companyList' },
  binding: { title: '建筑绑定服务商', how: '单位把建筑密钥交给服务商', to: '/buildingList' },
  contact: { title: '登记本机构值班联系人', how: '火警无人响应时通知到人', to: '/dutyContacts' },
  sms: { title: '向值班联系人发送测试短信', how: '在值班联系人处点击“发送测试”，短信发出后完成', to: '/dutyContacts' },
  report: { title: '收到第一条上报', how: '服务商登记点位并上报后自动完成', to: '/buildingList' },
}

const FOLDED = 'start-checklist-folded'

export function StartChecklist({ missing }: { missing: number }) {
  const [isFolded, setFolded] = useState(() => readStored<boolean>(FOLDED) === true)
  const steps = useQuery({ ...setupQuery.steps(), enabled: !isFolded })
  const fold = (next: boolean) => {
    writeStored(FOLDED, next)
    setFolded(next)
  }
  return (
    <Card
      title={`开始接入：还有 ${missing} 步`}
      className="mb-3"
      flush
      actions={
        <Button kind="quiet" size="small" aria-expanded={!isFolded} onClick={() => fold(!isFolded)}>
          {isFolded ? '展开' : '收起'}
        </Button>
      }
    >
      {!isFolded && (
        <QueryResult
          of={steps}
          waiting={
            <Loading className="p-4">
              <SkeletonText lines={10} />
            </Loading>
          }
        >
          {(rows) => (
            <ol className="grid md:grid-cols-2">
              {rows.map(({ step, isDone }) => (
                <li key={step} className="min-w-0 border-b border-line">
                  <Link to={STEPS[step].to} className="flex min-h-[3.5rem] items-center gap-3 px-4 py-2 hover:bg-sunk">
                    <ToneMark tone={isDone ? 'ok' : 'idle'} className="text-xl" />
                    <span className="min-w-0 flex-1">
                      <span className={cx('block text-base', isDone ? 'text-ink-soft' : 'font-medium text-ink')}>
                        {STEPS[step].title}
                      </span>
                      <span className="block text-sm text-ink-soft">{STEPS[step].how}</span>
                    </span>
                    <span className={cx('shrink-0 text-sm', isDone ? 'text-ok-ink' : 'text-link')}>
                      {isDone ? '已完成' : '去办理'}
                    </span>
                  </Link>
                </li>
              ))}
            </ol>
          )}
        </QueryResult>
      )}
    </Card>
  )
}
