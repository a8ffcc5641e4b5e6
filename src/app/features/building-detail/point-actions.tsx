import { useRouter } from '@tanstack/react-router'
import type { PointRow } from '#contract/point.ts'
import type { ListedProblem } from '#contract/problem.ts'
import { orMissing } from '#app/lib/format.ts'
import { alarmAction } from '#app/parts/alarm-link.tsx'
import { RowActions } from '#app/parts/row-actions.tsx'
import { EditIcon } from '#app/ui/action-icons.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { useUnfolded } from '#app/ui/table.tsx'

interface BurningPointActionsProps {
  readonly of: PointRow
  readonly verb: string
  readonly repeated: string | undefined
  readonly onEdit: ((row: PointRow) => void) | undefined
}

export function BurningPointActions({ of, verb, repeated, onEdit }: BurningPointActionsProps) {
  const { navigate } = useRouter()
  return (
    <span className="inline-flex items-center max-md:flex-wrap max-md:gap-x-2">
      <RowActions
        name={orMissing(of.deviceName)}
        most={1}
        isFirstAlways
        actions={[
          {
            key: 'alarm',
            kind: 'secondary',
            ...alarmAction(verb, repeated, of.deviceName ?? of.deviceNo ?? ''),
            onSelect: () => void navigate({ to: '/alarms', search: { id: of.alarmId ?? '' } }),
          },
        ]}
      />
      {onEdit && <EditPoint of={of} onPress={() => onEdit(of)} />}
    </span>
  )
}

interface CalmPointActionsProps {
  readonly of: PointRow
  readonly problem: ListedProblem | undefined
  onShow(problem: ListedProblem): void
  readonly onEdit: ((row: PointRow) => void) | undefined
}

export function CalmPointActions({ of, problem, onShow, onEdit }: CalmPointActionsProps) {
  return (
    <span className="inline-flex items-center max-md:flex-wrap max-md:gap-x-2">
      {problem && <ShowProblem of={of} onPress={() => onShow(problem)} />}
      {onEdit && <EditPoint of={of} onPress={() => onEdit(of)} />}
    </span>
  )
}

function ShowProblem({ of, onPress }: { readonly of: PointRow; onPress(): void }) {
  const isUnfolded = useUnfolded()
  return (
    <Button
      {...(isUnfolded ? { className: 'mt-2' } : { kind: 'text', size: 'small' })}
      aria-label={`查看问题 ${of.deviceName ?? of.pointNumber ?? ''}`}
      onClick={onPress}
    >
      查看
    </Button>
  )
}

function EditPoint({ of, onPress }: { readonly of: PointRow; onPress(): void }) {
  const isUnfolded = useUnfolded()
  const label = `编辑点位 ${of.pointNumber ?? of.id}`
  if (isUnfolded === undefined)
    return (
      <IconButton
        size="small"
        className="w-control-sm !px-0 max-md:-mr-2 md:max-xl:-mr-1 xl:-mr-2"
        label={label}
        icon={<EditIcon />}
        onClick={onPress}
      />
    )
  return (
    isUnfolded && (
      <Button className="mt-2" icon={<EditIcon />} aria-label={label} onClick={onPress}>
        编辑点位
      </Button>
    )
  )
}
