import { useQueryClient } from '@tanstack/react-query'
import { deleteMessages, readAllMessages, readMessages } from '#app/data/message.ts'
import { DESK, useMedia } from '#app/lib/use-media.ts'
import { useAsyncAction } from '#app/parts/use-async-action.ts'
import { MoreIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { confirm } from '#app/ui/confirm.ts'
import { Menu } from '#app/ui/menu.tsx'
import { toast } from '#app/ui/toast-queue.ts'

const ALL_READ = '全部标为已读'

interface ChosenBarProps {
  readonly rows: readonly string[]
  readonly chosen: readonly string[]
  readonly isChoosing: boolean
  onChoose(chosen: readonly string[]): void
  onChoosing(isChoosing: boolean): void
}

export function ChosenBar({ rows, chosen, isChoosing, onChoose, onChoosing }: ChosenBarProps) {
  const client = useQueryClient()
  const { busy, run } = useAsyncAction()
  const isPhone = !useMedia(DESK)

  function leave() {
    onChoose([])
    onChoosing(false)
  }

  const write = (done: string, change: () => Promise<{ isSent: boolean; words: string } | undefined>) =>
    run(async () => {
      const written = await change()
      if (!written) return
      toast.success(written.isSent ? done : written.words)
      leave()
    })

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
  const none = { size: 'small', disabled: busy || chosen.length === 0 } as const
  if (!isChoosing && isPhone)
    return (
      <Menu
        bare
        floats
        className="-mr-3"
        label="消息：更多"
        trigger={<MoreIcon />}
        entries={[
          { key: 'choose', label: '选择', disabled: busy || rows.length === 0, onSelect: () => onChoosing(true) },
          { key: 'read', label: ALL_READ, disabled: busy, onSelect: () => void write('已全部标为已读', readAll) },
        ]}
      />
    )
  if (!isChoosing)
    return (
      <div className="-mr-2.5 ml-auto flex items-center">
        <Button {...small} kind="quiet" disabled={busy || rows.length === 0} onClick={() => onChoosing(true)}>
          选择
        </Button>
        <Button {...small} kind="quiet" onClick={() => void write('已全部标为已读', readAll)}>
          {ALL_READ}
        </Button>
      </div>
    )
  return (
    <div className="flex min-h-control-sm items-center gap-2 max-md:w-full md:ml-auto">
      <Checkbox
        className="mr-auto whitespace-nowrap"
        checked={rows.length > 0 && rows.every((id) => chosen.includes(id))}
        disabled={rows.length === 0}
        onChange={({ target }) => onChoose(target.checked ? rows : [])}
      >
        {chosen.length > 0 ? `已选 ${chosen.length} 条` : '全选本页'}
      </Checkbox>
      <Button
        {...none}
        onClick={() => void write(`已标为已读：${chosen.length} 条消息`, () => readMessages(client, chosen))}
      >
        标为已读
      </Button>
      <Button {...none} onClick={() => void write(`已删除 ${chosen.length} 条消息`, remove)}>
        删除所选
      </Button>
      <Button {...small} kind="quiet" onClick={leave}>
        取消
      </Button>
    </div>
  )
}
