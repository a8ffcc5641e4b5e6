import type { ReactNode } from 'react'
import { buildingType } from '#contract/dict/building-type.ts'
import { isHeldToDistrict, WHOLE_CITY } from '#app/parts/authority-area.ts'
import type { AuthoritySearch } from '#app/parts/authority-search.ts'
import type { AuthorityArea } from '#app/data/authority.ts'
import { useAreaName, useDistrictOptions } from '#app/parts/district-names.ts'
import { LockIcon } from '#app/ui/action-icons.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { ChevronDownIcon } from '#app/ui/icon.tsx'
import { Popover } from '#app/ui/popover.tsx'

interface SelectBarProps {
  readonly title: string
  readonly area: AuthorityArea
  onChange(search: AuthoritySearch): void
  readonly actions?: ReactNode
}

interface Choice {
  readonly value: string
  readonly label: string
}

const TYPES: readonly Choice[] = [
  { value: '0', label: '全部建筑' },
  ...buildingType.codes.map((value) => ({ value, label: buildingType.label(value) })),
]

const FEW = 6

/** Source: document 2, section 2. */
export function SelectBar({ title, area: { countyNo, buildType }, onChange, actions }: SelectBarProps) {
  const held = isHeldToDistrict()
  const areas = [{ value: '', label: `${WHOLE_CITY} 全市` }, ...useDistrictOptions()]
  const area = useAreaName(countyNo)
  const search = (county: string, type: number): AuthoritySearch => ({
    ...(county !== '' && !held && { county }),
    ...(type !== 0 && { buildType: type as 1 | 2 }),
  })
  return (
    <div key={held ? areas.length : 0} className="mb-3 flex flex-wrap items-center gap-2">
      <p aria-hidden="true" className="mr-2 hidden text-xl font-semibold md:block">
        {title}
      </p>
      <Choices
        title="选择区域"
        shown={area}
        locked={held}
        choices={areas}
        value={countyNo}
        onChoose={(county) => onChange(search(county, buildType))}
      />
      <Choices
        title="选择建筑类型"
        shown={TYPES.find(({ value }) => value === String(buildType))?.label ?? ''}
        choices={TYPES}
        value={String(buildType)}
        onChoose={(type) => onChange(search(countyNo, Number(type)))}
      />
      {held && <p className="order-last w-full text-sm text-ink-soft sm:order-none sm:w-auto">仅可查看本辖区</p>}
      <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>
    </div>
  )
}

function Choices(props: {
  readonly title: string
  readonly shown: string
  readonly locked?: boolean
  readonly choices: readonly Choice[]
  readonly value: string
  onChoose(value: string): void
}) {
  const { title, shown, locked = false, choices, value, onChoose } = props
  return (
    <Popover
      title={title}
      edge="left"
      narrow={choices.length <= FEW}
      disabled={locked}
      className={buttonClass()}
      trigger={
        <>
          <span className="sr-only">{title}：</span>
          {shown}
          {locked ? <LockIcon className="text-ink-soft" /> : <ChevronDownIcon />}
        </>
      }
    >
      {(close) => (
        <ul className={cx('grid gap-1', choices.length > FEW ? 'grid-cols-2' : 'grid-cols-1')}>
          {choices.map((choice) => (
            <li key={choice.value}>
              <button
                type="button"
                aria-pressed={choice.value === value}
                onClick={() => {
                  close()
                  onChoose(choice.value)
                }}
                className={cx(
                  'min-h-control w-full rounded px-3 text-left text-base',
                  choice.value === value ? 'bg-link/10 font-medium text-link' : 'hover:bg-sunk',
                )}
              >
                {choice.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
