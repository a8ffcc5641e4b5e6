import { useNavigate } from '@tanstack/react-router'
import type { RunProblem } from '#contract/problem.ts'
import { orMissing } from '#app/lib/format.ts'
import { AlarmLink } from '#app/parts/alarm-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { Details } from '#app/ui/details.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'

interface RunDialogProps {
  readonly problem: RunProblem
  readonly open: boolean
  onClose(): void
}

/** 处理说明: the building, its devices, what is wrong and what to do; and the way to the building. */
export function RunDialog({ problem, open, onClose }: RunDialogProps) {
  const navigate = useNavigate()
  return (
    <LazyDialog
      open={open}
      title="处理说明"
      width={600}
      onClose={onClose}
      footer={
        <>
          <AlarmLink id={problem.alarmId} />
          <Button onClick={() => void navigate({ href: `/buildDetail/${problem.buildingId}/1/todoInfo` })}>
            查看建筑待办
          </Button>
          <Button kind="primary" onClick={onClose}>
            确定
          </Button>
        </>
      }
    >
      <Details
        rows={[
          ['建筑名称', problem.buildingName],
          ['设备编号', orMissing(problem.deviceNo?.replace(/,/g, '、'))],
          ['问题描述', orMissing(problem.itemDesc)],
          ['处理建议', orMissing(problem.advice)],
          ...(problem.closeReason ? ([['关闭原因', problem.closeReason]] as const) : []),
        ]}
      />
    </LazyDialog>
  )
}
