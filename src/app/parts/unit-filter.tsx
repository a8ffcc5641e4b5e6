import { useQuery } from '@tanstack/react-query'
import { unitConditionQuery } from '#app/data/unit-condition.ts'
import { useMay } from '#app/session/use-may.ts'
import { Button } from '#app/ui/button.tsx'

export interface UnitFilterProps {
  readonly id: string
  readonly of: '火警' | '建筑'
  onClear(): void
}

export function UnitFilter({ id, of, onClear }: UnitFilterProps) {
  const { data } = useQuery({ ...unitConditionQuery([id]), enabled: useMay('gov') })
  return (
    <div className="flex items-center gap-x-3">
      <p className="min-w-0 flex-1 truncate text-sm">
        仅 <strong className="font-semibold">{data?.[0]?.name ?? '一家单位'}</strong> 的{of}
      </p>
      <Button size="small" className="shrink-0" onClick={onClear}>
        查看全部{of}
      </Button>
    </div>
  )
}
