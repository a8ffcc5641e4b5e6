import { Link } from '@tanstack/react-router'
import type { FacilityProblem } from '#contract/problem.ts'
import { orMissing } from '#app/lib/format.ts'
import { AlarmLink } from '#app/parts/alarm-link.tsx'
import { useCanEdit } from '#app/parts/use-can-edit.ts'
import { Button } from '#app/ui/button.tsx'
import { Details } from '#app/ui/details.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'

/** 处理说明: the building, what is wrong and what to do. */
export function ProblemDialog({
  problem,
  open,
  onClose,
}: {
  problem: FacilityProblem
  open: boolean
  onClose: () => void
}) {
  const canEdit = useCanEdit()
  return (
    <LazyDialog
      open={open}
      title="处理说明"
      width={600}
      onClose={onClose}
      footer={
        <>
          <AlarmLink id={problem.alarmId} />
          <Button kind="primary" onClick={onClose}>
            确定
          </Button>
        </>
      }
    >
      <Details
        rows={[
          [
            '建筑名称',
            <Link
              key="building"
              to="/buildDetail/$id/$canEdit/$tabName"
              params={{ id: problem.buildingId, canEdit, tabName: 'todoInfo' }}
              className="text-link underline"
            >
              {problem.buildingName}
            </Link>,
          ],
          ['问题描述', orMissing(problem.content ?? problem.itemDesc)],
          ['处理建议', orMissing(problem.advice)],
        ]}
      />
    </LazyDialog>
  )
}
