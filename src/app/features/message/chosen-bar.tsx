import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteMessages, readAllMessages, readMessages } from '#app/data/message.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { cx } from '#app/ui/cx.ts'
import { toast } from '#app/ui/toast-queue.ts'

interface ChosenBarProps {
  readonly rows: readonly string[]
  readonly chosen: readonly string[]
  onChoose(chosen: readonly string[]): void
}

export function ChosenBar({ rows, chosen, onChoose }: ChosenBarProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function run(done: string, change: () => Promise<{ isSent: boolean; words: string } | undefined>) {
    setBusy(true)
    try {
      const written = await change()
      if (!written) return
      toast.success(written.isSent ? done : written.words)
      onChoose([])
    } catch (error) {
      toast.error(failureWords(error))
    } finally {
      setBusy(false)
    }
  }

  async function remove() {
    const question = `是否删除这 ${chosen.length} 条消息？`
    if (!(await confirm({ question, detail: '删除后不能恢复。', danger: true, yes: '删除' }))) return undefined
    return deleteMessages(client, chosen)
  }

  async function readAll() {
    await readAllMessages(client)
    return { isSent: true, words: '' }
  }

  const small = { size: 'small', disabled: busy } as const
  return (
    <div
      className={cx(
        'ml-auto flex min-h-control flex-wrap items-center gap-x-2 gap-y-1',
        chosen.length > 0 ? 'max-xl:order-last max-xl:w-full' : 'max-md:contents',
      )}
    >
      <Checkbox
        className={cx('min-w-control justify-center', chosen.length === 0 && 'max-md:order-1 max-md:-mr-2')}
        checked={rows.length > 0 && rows.every((id) => chosen.includes(id))}
        disabled={rows.length === 0}
        onChange={({ target }) => onChoose(target.checked ? rows : [])}
      >
        <span className={chosen.length > 0 ? undefined : 'max-md:sr-only'}>
          {chosen.length > 0 ? `已选 ${chosen.length} 条` : '全选本页'}
        </span>
      </Checkbox>
      {chosen.length > 0 ? (
        <>
          <Button
            {...small}
            onClick={() => void run(`已标为已读：${chosen.length} 条消息`, () => readMessages(client, chosen))}
          >
            标为已读
          </Button>
          <Button {...small} onClick={() => void run(`已删除 ${chosen.length} 条消息`, remove)}>
            删除所选
          </Button>
        </>
      ) : (
        <Button
          {...small}
          className="max-md:ml-auto max-md:basis-40"
          onClick={() => void run('已全部标为已读', readAll)}
        >
          全部标为已读
        </Button>
      )}
    </div>
  )
}
