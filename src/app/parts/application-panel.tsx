import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { applicationStatus } from '#contract/dict/application-status.ts'
import type { BuildingApplication } from '#contract/register-change.ts'
import { withdrawApplication } from '#app/data/approval.ts'
import { formatTime } from '#app/lib/format.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { Dotted } from '#app/ui/dotted.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { ChangesTable } from './changes-table.tsx'
import { useAsyncAction } from './use-async-action.ts'

interface ApplicationPanelProps {
  readonly buildingId: string
  readonly buildingName: string
  readonly application: BuildingApplication
  /** The building left the user's scope. */
  onGone(): void
}

const WAITING: Readonly<Record<string, string>> = {
  building: '审批通过后，该建筑计入全市统计。',
  registered: '审批通过前，登记内容保持不变，不能查看建筑密钥和进行其他操作。',
  change: '审批通过前，登记内容保持不变。',
}

const WITHDRAWN: Readonly<Record<string, string>> = {
  building: '撤回后，该建筑随之移除。',
  registered: '撤回后，解除与该建筑的绑定。',
}

const minuteOf = (time: string) => formatTime(time).slice(0, 16)

export function ApplicationPanel({ buildingId, buildingName, application, onGone }: ApplicationPanelProps) {
  const { approveStatus, applyType, applyTime, approveTime, approver, refuseReason, changes, kind } = application
  const isPending = approveStatus === 0
  const isRefused = approveStatus === 2
  const facts = [
    `${minuteOf(applyTime)} 提交`,
    !isPending && [approveTime && minuteOf(approveTime), approver, '审批'].filter(Boolean).join(' '),
  ]
  return (
    <section aria-label="审批情况" className="rounded border border-line bg-surface p-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
          <Badge tone={applicationStatus.tone(approveStatus)}>
            {isPending ? '待消防救援机构审批' : applicationStatus.label(approveStatus)}
          </Badge>
          <span className="font-medium">{applyType}</span>
          <Dotted className="text-sm text-ink-soft" of={facts} />
        </p>
        {application.canWithdraw && (
          <Withdraw approveId={application.approveId} kind={kind} name={buildingName} onGone={onGone} />
        )}
        {isRefused && <Resubmit buildingId={buildingId} />}
      </div>
      {isRefused && refuseReason && <p className="mt-2 text-base text-danger-ink">拒绝原因：{refuseReason}</p>}
      {isPending && WAITING[kind] && <p className="mt-2 text-sm text-ink-soft">{WAITING[kind]}</p>}
      {changes.length > 0 && approveStatus !== 1 && (
        <div className="mt-2">
          <ChangesTable changes={changes} />
        </div>
      )}
    </section>
  )
}

interface WithdrawProps {
  readonly approveId: string
  readonly kind: string
  readonly name: string
  onGone(): void
}

function Withdraw({ approveId, kind, name, onGone }: WithdrawProps) {
  const client = useQueryClient()
  const { busy, run } = useAsyncAction()
  async function withdraw() {
    const goes = WITHDRAWN[kind]
    const question = `是否撤回“${name}”的申请？`
    const isSure =
      goes === undefined
        ? await confirm({ question, detail: '撤回后登记内容不变，可以重新提交。', yes: '撤回' })
        : await confirm({ question, detail: goes, yes: '撤回', danger: true })
    if (!isSure) return
    await run(async () => {
      await withdrawApplication(client, approveId)
      toast.success(`已撤回“${name}”的申请`)
      if (goes) onGone()
    }, '申请未撤回，请重试')
  }
  return (
    <Button size="small" busy={busy} onClick={() => void withdraw()}>
      撤回申请
    </Button>
  )
}

function Resubmit({ buildingId }: { buildingId: string }) {
  const role = actorOf(useSession())?.role
  if (role !== 'unit' && role !== 'property') return null
  return (
    <Link
      to="/editBuilding/$id"
      params={{ id: buildingId }}
      search={{ fnc: 'add' }}
      className={buttonClass({ size: 'small' })}
    >
      修改后重新提交
    </Link>
  )
}
