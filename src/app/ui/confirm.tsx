import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { LazyDialog } from './lazy-dialog.tsx'
import { createStore } from './store.ts'

export interface Question {
  /** '是否退出登录？' */
  readonly question: string
  /** What follows from a yes, when it is not plain. */
  readonly detail?: string
  readonly title?: string
  readonly yes?: string
  readonly no?: string
  /** The yes destroys something: its button is red. */
  readonly danger?: boolean
}

interface Asked extends Question {
  readonly open: boolean
  readonly answer: (yes: boolean) => void
}

const asked = createStore<Asked | null>(null)

/** Asks, anywhere in the app; true for 确定. A question still open is answered with no by the next one. */
export function confirm(question: Question): Promise<boolean> {
  const open = asked.read()
  if (open?.open) open.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      // The words stay while the dialog leaves.
      asked.write({ ...question, open: false, answer: () => undefined })
      resolve(yes)
    }
    asked.write({ ...question, open: true, answer })
  })
}

/** Shows what `confirm` asks; mounted once, at the root. */
export function ConfirmHost() {
  const now = useSyncExternalStore(asked.follow, asked.read)
  if (!now) return null
  const { question, detail, title = '提示', yes = '确定', no = '取消', danger, open, answer } = now
  return (
    <LazyDialog
      open={open}
      onClose={() => answer(false)}
      title={title}
      width={420}
      urgent
      footer={
        <>
          <Button data-autofocus={danger ? '' : undefined} onClick={() => answer(false)}>
            {no}
          </Button>
          <Button
            data-autofocus={danger ? undefined : ''}
            kind={danger ? 'danger' : 'primary'}
            onClick={() => answer(true)}
          >
            {yes}
          </Button>
        </>
      }
    >
      <p className="text-base">{question}</p>
      {detail && <p className="mt-2 text-sm text-ink-soft">{detail}</p>}
    </LazyDialog>
  )
}
