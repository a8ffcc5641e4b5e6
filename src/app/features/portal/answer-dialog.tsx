import type { Question } from '#contract/portal.ts'
import { RichText } from '#app/parts/rich-text.tsx'
import { Button } from '#app/ui/button.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'

interface AnswerDialogProps {
  readonly question: Question
  readonly open: boolean
  onClose(): void
}

export function AnswerDialog({ question: { question, answerHtml, answerText }, open, onClose }: AnswerDialogProps) {
  return (
    <LazyDialog
      open={open}
      title={question}
      width={800}
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <RichText html={answerHtml} plain={answerText} />
    </LazyDialog>
  )
}
