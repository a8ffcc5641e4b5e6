import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { changeSpan, DAY_END, DAY_START, endOf, type TimeSpan } from './date-range-math.ts'
import { DateInput } from './date-input.tsx'
import { CloseIcon } from './icon.tsx'

export type { TimeSpan } from './date-range-math.ts'

export interface DateRangeProps {
  readonly label: string
  /** Empty: open. */
  readonly value: TimeSpan
  onChange(span: TimeSpan): void
  readonly clears?: boolean
}

export function DateRange({ label, value, onChange, clears = true }: DateRangeProps) {
  const change = (side: keyof TimeSpan) => (next: string) => onChange(changeSpan(value, side, next))
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-2">
      <legend className="sr-only">{label}</legend>
      <Moment
        label={`${label}，开始`}
        words="开始日期"
        usual={DAY_START}
        value={value.start}
        onChange={change('start')}
      />
      <span aria-hidden="true" className="hidden text-ink-soft lg:inline">
        –
      </span>
      <Moment label={`${label}，结束`} words="结束日期" usual={DAY_END} value={value.end} onChange={change('end')} />
      {clears && (value.start || value.end) && (
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
  readonly words: string
  readonly usual: string
  readonly value: string
  onChange(value: string): void
}

function Moment({ label, words, usual, value, onChange }: MomentProps) {
  const [day = '', time = ''] = value.split(' ')
  const isWhole = time.slice(5) === usual.slice(5)
  return (
    <span className="flex min-w-0">
      <DateInput
        aria-label={`${label}日期`}
        words={words}
        min="1949-01-01"
        max="2100-12-31"
        value={day}
        onChange={(event) => onChange(endOf(event.target.value, time, usual))}
        className="w-[9.5rem]"
        shape={day && 'rounded-r-none'}
      />
      {day && (
        <DateInput
          type="time"
          step={isWhole ? 60 : 1}
          aria-label={`${label}时间`}
          value={isWhole ? time.slice(0, 5) : time}
          onChange={(event) => onChange(endOf(day, event.target.value, usual))}
          className={cx('-ml-px', isWhole ? 'w-[6.5rem]' : 'w-[8rem]')}
          shape="rounded-l-none"
        />
      )}
    </span>
  )
}
