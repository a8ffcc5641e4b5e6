import { useSyncExternalStore } from 'react'
import { Button, type ButtonKind } from './button.tsx'
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

/** One way to answer, with the button that gives it. */
export interface Choice {
  readonly key: string
  readonly label: string
  readonly kind?: ButtonKind
  /** The button that has the focus first: the answer that destroys nothing. */
  readonly first?: boolean
}

interface Asked extends Pick<Question, 'question' | 'detail' | 'title'> {
  readonly open: boolean
  readonly choices: readonly Choice[]
  readonly answer: (key: string | null) => void
}

const asked = createStore<Asked | null>(null)

/**
 * Asks, anywhere in the app, which of several ways to take.
 * @returns the key of the choice; null where the question was left. One still open is left by the next one
 */
export function choose(question: Omit<Asked, 'open' | 'answer'>): Promise<string | null> {
  const open = asked.read()
  if (open?.open) open.answer(null)
  return new Promise((resolve) => {
    const answer = (key: string | null) => {
      // The words stay while the dialog leaves.
      asked.write({ ...question, open: false, answer: () => undefined })
      resolve(key)
    }
    asked.write({ ...question, open: true, answer })
  })
}

/** Asks, anywhere in the app; true for 确定. */
export async function confirm({ yes = '确定', no = '取消', danger = false, ...words }: Question): Promise<boolean> {
  const choices: Choice[] = [
    { key: 'no', label: no, first: danger },
    { key: 'yes', label: yes, kind: danger ? 'danger' : 'primary', first: !danger },
  ]
  return (await choose({ ...words, choices })) === 'yes'
}

/** Shows what `confirm` and `choose` ask; mounted once, at the root. */
export function ConfirmHost() {
  const now = useSyncExternalStore(asked.follow, asked.read)
  if (!now) return null
  const { question, detail, title = '提示', choices, open, answer } = now
  return (
    <LazyDialog
      open={open}
      onClose={() => answer(null)}
      title={title}
      width={420}
      urgent
      footer={choices.map(({ key, label, kind, first }) => (
        <Button key={key} kind={kind} data-autofocus={first ? '' : undefined} onClick={() => answer(key)}>
          {label}
        </Button>
      ))}
    >
      <p className="text-base">{question}</p>
      {detail && <p className="mt-2 text-sm text-ink-soft">{detail}</p>}
    </LazyDialog>
  )
}
