import { useId, useState } from 'react'
import { NOTE_LENGTH, REAL, type Verdict } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { FALSE_CAUSES } from './alarm-words.ts'

/** Real first, then what is likeliest. */
const ORDER: readonly Verdict[] = [REAL, 1, 4, 3]
const FALSE: Verdict = 1

interface JudgeFormProps {
  /** What the choice is about. */
  readonly label: string
  /** Many alarms are judged at once: a real fire is confirmed alone. */
  readonly isForMany?: boolean
  /** Corrects a verdict: then a reason is required, and the same one cannot be chosen. */
  readonly was?: number | null
  readonly busy: boolean
  onJudge(verdict: Verdict, note: string): void
  onCancel?(): void
}

/** Result of looking: nothing is preselected; a false alarm names its cause. */
export function JudgeForm({ label, isForMany = false, was = null, busy, onJudge, onCancel }: JudgeFormProps) {
  const name = useId()
  const [verdict, setVerdict] = useState<Verdict>()
  const [cause, setCause] = useState('')
  const [words, setWords] = useState('')
  const [isTried, setTried] = useState(false)
  const isFalse = verdict === FALSE
  const note = [isFalse ? cause : '', words.trim()].filter(Boolean).join('；')
  const causeError = isFalse && cause === '' ? '请选择误报原因' : undefined
  const noteError = !causeError && was !== null && note === '' ? '请填写更正原因' : undefined
  function submit() {
    if (verdict === undefined) return
    setTried(true)
    if (!causeError && !noteError) onJudge(verdict, note)
  }
  return (
    <div>
      <fieldset>
        <legend className="mb-2 text-sm font-medium text-ink">{label}</legend>
        <div className="grid grid-cols-2 gap-2">
          {ORDER.filter((choice) => !isForMany || choice !== REAL).map((choice) => (
            <Choice
              key={choice}
              name={name}
              verdict={choice}
              chosen={verdict}
              disabled={choice === was}
              onChoose={setVerdict}
            />
          ))}
        </div>
      </fieldset>
      {isFalse && (
        <fieldset className="mt-3">
          <legend className="mb-2 text-sm font-medium text-ink">误报原因</legend>
          <div className="flex flex-wrap gap-2">
            {FALSE_CAUSES.map((one) => (
              <label
                key={one}
                className={cx(
                  'relative inline-flex min-h-control cursor-pointer items-center rounded border px-3 text-sm',
                  'focus-within:outline focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
                  one === cause
                    ? 'border-link bg-link/10 font-medium text-link'
                    : 'border-line-strong text-ink hover:bg-sunk',
                )}
              >
                <input
                  type="radio"
                  name={`${name}-cause`}
                  className="sr-only"
                  checked={one === cause}
                  onChange={() => setCause(one)}
                />
                {one}
              </label>
            ))}
          </div>
          {isTried && causeError && (
            <p role="alert" className="mt-1 text-xs text-danger-ink">
              {causeError}
            </p>
          )}
        </fieldset>
      )}
      {verdict !== undefined && (
        <Field
          className="mt-3"
          label={was === null ? '说明（选填）' : '更正原因'}
          required={was !== null && !isFalse}
          error={isTried ? noteError : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              maxLength={NOTE_LENGTH - 20}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
        </Field>
      )}
      <div className="mt-3 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        {onCancel && <Button onClick={onCancel}>取消</Button>}
        <Button
          kind={verdict === REAL ? 'danger' : 'primary'}
          busy={busy}
          disabled={verdict === undefined}
          className="md:min-w-[10rem]"
          onClick={submit}
        >
          {verdict === undefined ? '请先选择结果' : `确认为${fireHandling.label(verdict)}`}
        </Button>
      </div>
    </div>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly verdict: Verdict
  readonly chosen: Verdict | undefined
  readonly disabled: boolean
  onChoose(verdict: Verdict): void
}

function Choice({ name, verdict, chosen, disabled, onChoose }: ChoiceProps) {
  const isReal = verdict === REAL
  const isChosen = verdict === chosen
  return (
    <label
      className={cx(
        'relative flex min-h-[3.25rem] cursor-pointer items-center gap-2.5 rounded-md border px-3 text-base font-medium',
        'focus-within:outline focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
        disabled && 'cursor-not-allowed opacity-45',
        isReal ? 'text-danger-ink' : 'text-ink',
        isChosen
          ? isReal
            ? 'border-danger bg-danger-soft'
            : 'border-link bg-link/10 text-link'
          : isReal
            ? 'border-danger/60 hover:bg-danger-soft'
            : 'border-line-strong hover:bg-sunk',
      )}
    >
      <input
        type="radio"
        name={name}
        className="sr-only"
        checked={isChosen}
        disabled={disabled}
        onChange={() => onChoose(verdict)}
      />
      {isReal ? (
        <ToneMark tone="danger" className="h-[1.125rem] w-[1.125rem]" />
      ) : (
        <span
          aria-hidden="true"
          className={cx(
            'h-[1.125rem] w-[1.125rem] shrink-0 rounded-full',
            isChosen ? 'border-[5px] border-link' : 'border-2 border-line-strong',
          )}
        />
      )}
      {fireHandling.label(verdict)}
    </label>
  )
}
