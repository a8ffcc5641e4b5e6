import { asked, type Asked, type Choice } from './asked.ts'

export interface Question extends Pick<Asked, 'question' | 'detail' | 'title'> {
  readonly yes?: string
  readonly no?: string
  readonly danger?: boolean
}

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

export async function confirm({ yes = '确定', no = '取消', danger = false, ...words }: Question): Promise<boolean> {
  const choices: Choice[] = [
    { key: 'no', label: no, first: danger },
    { key: 'yes', label: yes, kind: danger ? 'danger' : 'primary', first: !danger },
  ]
  return (await choose({ ...words, choices })) === 'yes'
}
