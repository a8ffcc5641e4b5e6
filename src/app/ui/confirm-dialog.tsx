import type { Asked } from './asked.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export function ConfirmDialog({ question, detail, title, choices, open, answer }: Asked) {
  return (
    <Dialog
      open={open}
      onClose={() => answer(null)}
      title={title ?? question}
      width={420}
      urgent
      footer={choices.map(({ key, label, kind, first }) => (
        <Button key={key} kind={kind} data-autofocus={first ? '' : undefined} onClick={() => answer(key)}>
          {label}
        </Button>
      ))}
    >
      {title && <p className="text-base">{question}</p>}
      {detail && <p className={title ? 'mt-2 text-sm text-ink-soft' : 'text-base'}>{detail}</p>}
    </Dialog>
  )
}
