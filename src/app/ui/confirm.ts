import { asked, type Asked, type Choice } from './asked.ts'

interface Harmless extends Pick<Asked, 'question' | 'detail' | 'title'> {
  /** The verb. */
  readonly yes: string
  readonly no?: string
  readonly danger?: false
}

/** `detail`: what is lost. */
interface Destructive extends Omit<Harmless, 'danger'> {
  readonly detail: string
  readonly danger: true
}

export type Question = Harmless | Destructive

/** Cancels an open dialog. Null: cancelled. */
export function choose(question: Omit<Asked, 'open' | 'answer'>): Promise<string | null> {
  const open = asked.read()
  if (open?.open) open.answer(null)
  return new Promise((resolve) => {
    const answer = (key: string | null) => {
      // Keeps the text during the closing animation.
      asked.write({ ...question, open: false, answer: () => undefined })
      resolve(key)
    }
    asked.write({ ...question, open: true, answer })
  })
}

export async function confirm({ yes, no = '取消', danger = false, ...words }: Question): Promise<boolean> {
  const choices: Choice[] = [
    { key: 'no', label: no, first: danger },
    { key: 'yes', label: yes, kind: danger ? 'danger' : 'primary', first: !danger },
  ]
  return (await choose({ ...words, choices })) === 'yes'
}
