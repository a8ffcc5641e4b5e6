import { AUDIT_KINDS } from '#contract/audit-kinds.ts'
import { actionsOf, auditAction } from '#contract/dict/audit-action.ts'
import { exportAudit } from '#app/data/audit-log.ts'
import { ChipStrip } from '#app/parts/chip-strip.tsx'
import { ExportButton } from '#app/parts/export-button.tsx'
import { FilterBar } from '#app/parts/filter-bar.tsx'
import { SearchBox } from '#app/parts/search-box.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { DateRange } from '#app/ui/date-range.tsx'
import { Select } from '#app/ui/select.tsx'
import { type AuditSearch, filterOf } from './audit-search.ts'

const KINDS = { change: '改动', read: '查看信息', signIn: '登录' } as const

interface AuditFiltersProps {
  readonly search: AuditSearch
  onChange(some: Partial<AuditSearch>): void
}

export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { kind } = search
  const actions = auditAction.options.filter(({ value }) => !kind || actionsOf[kind].includes(value))
  return (
    <>
      <FilterBar
        first={
          <SearchBox
            label="搜索建筑、单位或服务商"
            initial={search.object}
            onSearch={(said) => onChange({ object: said || undefined })}
          />
        }
        used={[search.account, search.action, search.start ?? search.end]}
        actions={<ExportButton address={() => exportAudit(filterOf(search))} />}
      >
        <SearchBox
          className="lg:w-56"
          label="搜索账号或姓名"
          initial={search.account}
          onSearch={(said) => onChange({ account: said || undefined })}
        />
        <Select
          aria-label="操作"
          className="lg:w-44"
          options={[{ value: '', label: '全部操作' }, ...actions]}
          value={search.action ?? ''}
          onChange={({ target }) => onChange({ action: target.value || undefined })}
        />
        <DateRange
          label="操作时间"
          value={{ start: search.start ?? '', end: search.end ?? '' }}
          onChange={({ start, end }) => onChange({ start: start || undefined, end: end || undefined })}
        />
      </FilterBar>
      <div className="border-b border-line py-0.5 mouse:py-1">
        <ChipStrip label="操作类别">
          {[undefined, ...AUDIT_KINDS].map((one) => (
            <Chip
              key={one ?? 'all'}
              label={one ? KINDS[one] : '全部'}
              count={null}
              isOn={kind === one}
              onPress={() => onChange({ kind: one, action: undefined })}
            />
          ))}
        </ChipStrip>
      </div>
    </>
  )
}
