import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { watchmanName } from '#contract/alarm.ts'
import { dutyContactQuery } from '#app/data/duty-contact.ts'
import { enterWatchman } from '#app/data/watchman.ts'
import { Button } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { Field } from '#app/ui/field.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

interface WatchmanDialogProps {
  readonly name: string
  onClose(): void
}

export function WatchmanDialog({ name: entered, onClose }: WatchmanDialogProps) {
  const { data } = useQuery(dutyContactQuery.list())
  const names = [...new Set((data?.list ?? []).map(({ name }) => name))]
  const [name, setName] = useState(entered)
  const [error, setError] = useState<string>()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const parsed = v.safeParse(watchmanName, name)
    if (!parsed.success) return setError(parsed.issues[0].message)
    if (parsed.output === '') return setError('请选择或输入姓名')
    enterWatchman(parsed.output)
    onClose()
  }
  return (
    <LazyDialog open onClose={onClose} title="今班值班员" width={420} closing="button">
      <form onSubmit={save}>
        <p className="mb-3 text-sm text-ink-soft">
          多人共用一个账号时登记。此后 12 小时内在本机响应、确认火警和登记检修，都会记下此姓名。
        </p>
        {names.length > 0 && (
          <fieldset aria-label="值班联系人" className="mb-3 flex flex-wrap gap-1.5">
            {names.map((one) => (
              <Chip key={one} label={one} count={null} isOn={one === name} onPress={() => setName(one)} />
            ))}
          </fieldset>
        )}
        <Field label="姓名" error={error} required>
          {(control) => (
            <TextInput
              {...control}
              value={name}
              autoComplete="off"
              onChange={({ target }) => {
                setName(target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
        <div className="mt-4 flex justify-end gap-2">
          {entered !== '' && (
            <Button
              onClick={() => {
                enterWatchman('')
                onClose()
              }}
            >
              本人已交班
            </Button>
          )}
          <Button kind="primary" type="submit">
            确定
          </Button>
        </div>
      </form>
    </LazyDialog>
  )
}
