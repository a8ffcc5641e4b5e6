import { useState } from 'react'
import type { ListedProblem } from '#contract/problem.ts'
import { useProblemActs } from '#app/parts/problem/use-problem-acts.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

interface ChosenProblemsProps {
  readonly pickable: readonly ListedProblem[]
  readonly chosen: readonly ListedProblem[]
  onChoose(chosen: readonly string[]): void
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

export function ChosenProblems({ pickable, chosen, onChoose }: ChosenProblemsProps) {
  const { busy, handle } = useProblemActs()
  const [note, setNote] = useState('')
  async function submit() {
    const done = idsOf(await handle(chosen, note.trim()))
    if (done.length > 0) setNote('')
    onChoose(idsOf(chosen).filter((id) => !done.includes(id)))
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
      <Checkbox
        checked={chosen.length > 0 && chosen.length === pickable.length}
        onChange={({ target }) => onChoose(target.checked ? idsOf(pickable) : [])}
      >
        {chosen.length > 0 ? `已选 ${chosen.length} 项` : `全选本页可登记的 ${pickable.length} 项`}
      </Checkbox>
      {chosen.length > 0 && (
        <>
          <TextInput
            className="min-w-0 flex-1 basis-48"
            aria-label="处理说明（选填）"
            placeholder="处理说明（选填）"
            maxLength={200}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <Button kind="primary" busy={busy} onClick={() => void submit()}>
            登记为已处理
          </Button>
        </>
      )}
    </div>
  )
}
