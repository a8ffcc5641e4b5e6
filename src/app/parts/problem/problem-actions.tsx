import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { NOTE_LENGTH } from '#contract/alarm.rules.ts'
import { processes, resolvesAutomatically } from '#contract/problem.rules.ts'
import type { ProblemDetail } from '#contract/problem.ts'
import { waitingHandling } from '#app/data/problem.ts'
import { isCallable } from '#app/lib/mask.ts'
import { actorOf, useSession } from '#app/session/session.ts'
import { CallIcon } from '#app/ui/action-icons.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { useWaitingWrites } from '../alarm/use-waiting-writes.ts'
import { ShelfButton } from '../shelf-button.tsx'
import type { KnownProblem } from './problem-words.ts'
import { useProblemActs } from './use-problem-acts.ts'

interface ProblemActionsProps {
  readonly of: KnownProblem & Partial<ProblemDetail>
  onDone(): void
}

export function ProblemActions({ of, onDone }: ProblemActionsProps) {
  const { busy, handle, undo } = useProblemActs()
  const [note, setNote] = useState('')
  const actor = actorOf(useSession())
  const waiting = waitingHandling(useWaitingWrites(), of.id)
  const isOpen = of.questionStatus === 0
  const isHandled = of.status === 1 || waiting.act === 'handle'
  const mayHandle = actor !== null && processes(actor.role)
  const endsItself = isOpen && !isHandled && resolvesAutomatically(of)
  const canHandle = isOpen && mayHandle && !isHandled && !endsItself
  const canTakeBack = waiting.act === 'handle' || (of.canUndo === true && waiting.act !== 'undo')
  async function submit() {
    if ((await handle([of], note.trim())).length > 0) onDone()
  }
  return (
    <section
      aria-label="处理"
      className="sticky -bottom-4 z-sticky -mx-4 -mb-4 mt-auto space-y-2 border-t border-line bg-panel px-4 py-3 md:-mx-5 md:px-5"
    >
      {waiting.refused !== null && (
        <p role="alert" className="text-base text-danger-ink">
          保存在本机的操作提交失败：{waiting.refused}
          <Link to="/outbox" className={cx(buttonClass({ size: 'small' }), 'ml-2')}>
            去处理
          </Link>
        </p>
      )}
      {waiting.act !== null && (
        <p className="text-sm text-working-ink">操作已保存在本机，尚未送达平台，联网后自动提交。</p>
      )}
      {endsItself && <p className="text-base text-ink-soft">恢复后自动解决，无需登记。</p>}
      {canHandle && (
        <Field label="处理说明" required={false}>
          {(control) => (
            <TextArea
              {...control}
              rows={1}
              maxLength={NOTE_LENGTH}
              placeholder="如：已约维保，明天更换"
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Call name={of.providerName ? '服务商' : ''} of={of.providerPhone} />
        {!of.providerPhone && <Call name="消防安全管理人" of={of.contactPhone} />}
        {isOpen && (
          <ShelfButton
            className="h-12 md:h-10"
            place={{
              buildingId: of.buildingId,
              buildingName: of.buildingName,
              reason: 'maintenance',
              ...(of.deviceId && {
                point: { id: of.deviceId, label: [of.deviceName, of.deviceNo].filter(Boolean).join(' ') },
              }),
            }}
          />
        )}
        {canHandle && (
          <Button
            kind="primary"
            data-primary
            busy={busy}
            className="h-12 min-w-[9rem] flex-1 md:h-10"
            onClick={() => void submit()}
          >
            登记为已处理
          </Button>
        )}
        {isHandled && isOpen && canTakeBack && (
          <Button busy={busy} className="h-12 flex-1 md:h-10" onClick={() => void undo([of])}>
            撤销处理登记
          </Button>
        )}
        {endsItself && (
          <Button data-primary className="h-12 flex-1 md:h-10" onClick={onDone}>
            知道了
          </Button>
        )}
      </div>
    </section>
  )
}

function Call({ name, of }: { name: string; of: string | null | undefined }) {
  if (!isCallable(of)) return null
  return (
    <a href={`tel:${of}`} aria-label={`呼叫${name} ${of}`} title={of} className={cx(buttonClass(), 'h-12 md:h-10')}>
      <CallIcon />
      {name}
    </a>
  )
}
