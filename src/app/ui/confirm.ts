import { asked, type Asked, type Choice } from './asked.ts'

export interface Question extends Pick<Asked, 'question' | 'detail' | 'title'> {
  readonly yes?: string
  readonly no?: string
  /** The yes destroys something: its button is red. */
  readonly danger?: boolean
}

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
