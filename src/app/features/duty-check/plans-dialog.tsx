import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DutyCheckPlan } from '#contract/duty-check.ts'
import { dutyCheckQuery, removeCheckPlan } from '#app/data/duty-check.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { QueryResult } from '#app/parts/query-result.tsx'
import { hoursWords } from '#app/parts/contact-words.ts'
import { Button } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { Empty } from '#app/ui/empty.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { Loading, SkeletonText } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { PlanForm } from './plan-form.tsx'

const namesOf = ({ buildings }: DutyCheckPlan) =>
  buildings.length > 1 ? `${buildings[0]?.name}等 ${buildings.length} 栋` : (buildings[0]?.name ?? '建筑已移出')

export function PlansDialog({ onDone }: { onDone(): void }) {
  const client = useQueryClient()
  const plans = useQuery(dutyCheckQuery.plans())
  const [edited, setEdited] = useState<DutyCheckPlan | 'new'>()
  async function remove(plan: DutyCheckPlan) {
    const question = {
      question: `是否删除${namesOf(plan)}的定时查岗？`,
      detail: '到时不再自动查岗；已发出的查岗照常应答。',
    }
    if (!(await confirm({ ...question, yes: '删除', danger: true }))) return
    try {
      await removeCheckPlan(client, plan.id)
      toast.success(`已删除${namesOf(plan)}的定时查岗`)
    } catch (error) {
      toast.error(failureWords(error, '定时查岗未删除，请重试'))
    }
  }
  if (edited) return <PlanForm of={edited === 'new' ? null : edited} onDone={() => setEdited(undefined)} />
  return (
    <LazyDialog
      open
      onClose={onDone}
      title="定时查岗"
      width={420}
      footer={
        <>
          <Button onClick={onDone}>关闭</Button>
          <Button kind="primary" onClick={() => setEdited('new')}>
            新增
          </Button>
        </>
      }
    >
      <QueryResult
        of={plans}
        waiting={
          <Loading>
            <SkeletonText lines={4} />
          </Loading>
        }
      >
        {({ list }) =>
          list.length === 0 ? (
            <Empty title="暂无定时查岗" hint="新增后，在每个间隔内随机时刻查岗一次" />
          ) : (
            <ul className="divide-y divide-line">
              {list.map((plan) => (
                <li key={plan.id} className="flex flex-wrap items-center justify-between gap-2 py-3">
                  <span className="min-w-0">
                    <span className="block break-words text-base text-ink">{namesOf(plan)}</span>
                    <span className="block text-sm text-ink-soft">
                      每 {plan.everyMinutes} 分钟一次，限 {plan.answerMinutes} 分钟应答 · {hoursWords(plan)}
                    </span>
                  </span>
                  <span className="flex gap-2">
                    <Button onClick={() => setEdited(plan)}>修改</Button>
                    <Button onClick={() => void remove(plan)}>删除</Button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </LazyDialog>
  )
}
