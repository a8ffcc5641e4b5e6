import { type FormEvent, useId, useState } from 'react'
import { FALSE_CAUSES, NOTE_LENGTH, REAL, REAL_FIRE_NOTE, type Verdict } from '#contract/alarm.rules.ts'
import { fireHandling } from '#contract/dict/fire-handling.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { KeyHint } from '../key-hint.tsx'
import { CallFireService } from './call-fire-service.tsx'

/** The order on the screen; its places are the keys 1 to 4. */
export const VERDICT_ORDER: readonly Verdict[] = [REAL, 1, 4, 3]
const FALSE: Verdict = 1

const ROW = 'grid-cols-[minmax(max-content,1.6fr)_1fr_1fr_1fr]'

export const OVER_EVIDENCE =
  'absolute left-0 right-0 top-full z-float border-b border-line bg-panel px-5 pb-3 shadow-float'

interface JudgeFormProps {
  readonly label: string
  /** `row`: the rest after a choice. */
  readonly look: 'row' | 'block'
  readonly verdict: Verdict | undefined
  onVerdict(verdict: Verdict | undefined): void
  /** Real fire must be confirmed alone. */
  readonly isForMany?: boolean
  /** To correct: a reason is required. */
  readonly was?: number | null
  /** In the pane next to the list, where keys choose. */
  readonly withKeys?: boolean
  readonly busy: boolean
  onJudge(verdict: Verdict, note: string): void
  onCancel?(): void
}

export function JudgeForm({
  label,
  look,
  verdict,
  onVerdict,
  isForMany = false,
  was = null,
  withKeys = false,
  busy,
  onJudge,
  onCancel,
}: JudgeFormProps) {
  const name = useId()
  const [cause, setCause] = useState('')
  const [words, setWords] = useState('')
  const [isTried, setTried] = useState(false)
  const isRow = look === 'row'
  const isFalse = verdict === FALSE
  const needsReason = was !== null && verdict !== REAL
  const note = [isFalse ? cause : '', words.trim()].filter(Boolean).join('；')
  const causeError = isFalse && cause === '' ? '请选择误报原因' : undefined
  const noteError = !causeError && needsReason && note === '' ? '请填写更正原因' : undefined
  function submit(event: FormEvent) {
    event.preventDefault()
    if (verdict === undefined || busy) return
    setTried(true)
    if (!causeError && !noteError) onJudge(verdict, note)
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className={cx('min-w-0', isRow && (withKeys ? 'max-xl:basis-full xl:shrink-0' : 'basis-full'))}
    >
      <fieldset>
        <legend className={isRow ? 'sr-only' : 'mb-2 text-sm font-medium text-ink'}>{label}</legend>
        <div className={cx('grid gap-2', isRow ? cx(ROW, withKeys && 'xl:flex') : 'grid-cols-2')}>
          {VERDICT_ORDER.filter((choice) => !isForMany || choice !== REAL).map((choice) => (
            <Choice
              key={choice}
              name={name}
              verdict={choice}
              isRow={isRow}
              keys={withKeys ? String(VERDICT_ORDER.indexOf(choice) + 1) : undefined}
              chosen={verdict}
              disabled={choice === was}
              onChoose={onVerdict}
            />
          ))}
        </div>
      </fieldset>
      <div className={cx(withKeys && was === null && verdict !== undefined && OVER_EVIDENCE)}>
        {verdict === REAL && was === null && !isForMany && (
          <p className="mt-3 max-w-2xl text-sm text-danger-ink">
            确认后立即通知已联系的人员，并转发到已设置的外部系统；不能撤销，只能更正。
          </p>
        )}
        {verdict === REAL && !isForMany && (
          <div className="mt-3 max-w-2xl">
            <CallFireService className="h-12" />
          </div>
        )}
        {isFalse && (
          <FalseCauses
            name={`${name}-cause`}
            chosen={cause}
            error={isTried ? causeError : undefined}
            onChoose={setCause}
          />
        )}
        {verdict !== undefined && (
          <Field
            className="mt-3"
            label={needsReason ? '更正原因' : '说明'}
            required={needsReason && !isFalse}
            error={isTried ? noteError : undefined}
          >
            {(control) => (
              <TextArea
                {...control}
                rows={isRow ? 1 : 2}
                placeholder={was !== null && verdict === REAL ? REAL_FIRE_NOTE : undefined}
                maxLength={NOTE_LENGTH - 20}
                value={words}
                onChange={({ target }) => setWords(target.value)}
              />
            )}
          </Field>
        )}
        {(verdict !== undefined || !isRow) && (
          <div className="mt-3 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
            {onCancel && <Button onClick={onCancel}>取消</Button>}
            <Button
              type="submit"
              kind={verdict === REAL ? 'danger' : 'primary'}
              busy={busy}
              disabled={verdict === undefined}
              className={cx('md:min-w-[10rem]', isRow && 'h-12 md:h-10')}
            >
              {verdict === undefined ? '请先选择结果' : `确认为${fireHandling.label(verdict)}`}
              {withKeys && <KeyHint keys="↵" />}
            </Button>
          </div>
        )}
      </div>
    </form>
  )
}

interface FalseCausesProps {
  readonly name: string
  readonly chosen: string
  readonly error: string | undefined
  onChoose(cause: string): void
}

function FalseCauses({ name, chosen, error, onChoose }: FalseCausesProps) {
  return (
    <fieldset className="mt-3">
      <legend className="mb-2 text-sm font-medium text-ink">误报原因</legend>
      <div className="flex flex-wrap gap-2">
        {FALSE_CAUSES.map((one) => (
          <label
            key={one}
            className={cx(
              'relative inline-flex min-h-control cursor-pointer items-center rounded border px-3 text-sm',
              'focus-within:outline focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
              one === chosen
                ? 'border-link bg-link/10 font-medium text-link'
                : 'border-line-strong text-ink hover:bg-sunk',
            )}
          >
            <input
              type="radio"
              name={name}
              data-cause
              className="sr-only"
              checked={one === chosen}
              onChange={() => onChoose(one)}
            />
            {one}
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1 text-xs text-danger-ink">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly verdict: Verdict
  readonly isRow: boolean
  readonly keys: string | undefined
  readonly chosen: Verdict | undefined
  readonly disabled: boolean
  onChoose(verdict: Verdict): void
}

function Choice({ name, verdict, isRow, keys, chosen, disabled, onChoose }: ChoiceProps) {
  const isReal = verdict === REAL
  const isChosen = verdict === chosen
  return (
    <label
      className={cx(
        'relative flex cursor-pointer items-center rounded-md border text-base font-medium',
        isRow
          ? 'h-12 justify-center gap-1 whitespace-nowrap px-1 md:h-10 md:min-h-control xl:px-3.5'
          : 'min-h-[3.25rem] gap-2.5 px-3',
        'focus-within:outline focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
        disabled && 'cursor-not-allowed opacity-45',
        isReal
          ? isRow
            ? isChosen
              ? 'border-transparent bg-fire-ground font-semibold text-fire-on'
              : 'border-danger bg-panel font-semibold text-danger-ink hover:bg-danger-soft'
            : isChosen
              ? 'border-danger bg-danger-soft text-danger-ink'
              : 'border-danger/60 text-danger-ink hover:bg-danger-soft'
          : isChosen
            ? 'border-link bg-link/10 text-link'
            : 'border-line-strong text-ink hover:bg-sunk',
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
      {isReal && !(isRow && isChosen) && (
        <ToneMark
          tone="fire"
          className={
            isRow ? cx('h-4 w-4', keys ? 'max-[819px]:hidden' : 'max-[339px]:hidden') : 'h-[1.125rem] w-[1.125rem]'
          }
        />
      )}
      {!isRow && !isReal && (
        <span
          aria-hidden="true"
          className={cx(
            'h-[1.125rem] w-[1.125rem] shrink-0 rounded-full',
            isChosen ? 'border-[5px] border-link' : 'border-2 border-line-strong',
          )}
        />
      )}
      {fireHandling.label(verdict)}
      {keys && <KeyHint keys={keys} />}
    </label>
  )
}
