import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { changeSpan, DAY_END, DAY_START, endOf, type TimeSpan } from './date-range-math.ts'
import { CloseIcon } from './icon.tsx'
import { frameClass } from './text-input.tsx'

export type { TimeSpan } from './date-range-math.ts'

export interface DateRangeProps {
  readonly label: string
  /** Empty: open. */
  readonly value: TimeSpan
  onChange(span: TimeSpan): void
  readonly className?: string
}

export function DateRange({ label, value, onChange, className }: DateRangeProps) {
  const change = (side: keyof TimeSpan) => (next: string) => onChange(changeSpan(value, side, next))
  return (
    <fieldset className={cx('flex min-w-0 flex-wrap items-center gap-x-2 gap-y-2', className)}>
      <legend className="sr-only">{label}</legend>
      <Moment label={`${label}，开始`} usual={DAY_START} value={value.start} onChange={change('start')} />
      <span aria-hidden="true" className="hidden text-ink-soft lg:inline">
        –
      </span>
      <Moment label={`${label}，结束`} usual={DAY_END} value={value.end} onChange={change('end')} />
      {(value.start || value.end) && (
        <IconButton
          label={`清除${label}`}
          size="small"
          icon={<CloseIcon />}
          onClick={() => onChange({ start: '', end: '' })}
        />
      )}
    </fieldset>
  )
}

interface MomentProps {
  readonly label: string
  readonly usual: string
  readonly value: string
  onChange(value: string): void
}

const inputClass = cx(frameClass, 'min-h-control px-2 py-1')

function Moment({ label, usual, value, onChange }: MomentProps) {
  const [day = '', time = ''] = value.split(' ')
  return (
    <span className="flex min-w-0">
      <input
        type="date"
        aria-label={`${label}日期`}
        min="1949-01-01"
        max="2100-12-31"
        value={day}
        onChange={(event) => onChange(endOf(event.target.value, time, usual))}
        className={cx(inputClass, 'w-[8.5rem] rounded-r-none md:w-[8rem]')}
      />
      <input
        type="time"
        step={1}
        aria-label={`${label}时间`}
        disabled={day === ''}
        value={time}
        onChange={(event) => onChange(endOf(day, event.target.value, usual))}
        className={cx(inputClass, '-ml-px w-[9rem] rounded-l-none')}
      />
    </span>
  )
}
