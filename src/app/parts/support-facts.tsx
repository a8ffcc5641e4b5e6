import { useQuery } from '@tanstack/react-query'
import { contentQuery } from '#app/data/content.ts'
import { copyText } from '#app/lib/copy-text.ts'
import { CopyIcon } from '#app/ui/action-icons.tsx'
import { Button } from '#app/ui/button.tsx'
import { Details } from '#app/ui/details.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { SupportContact } from './support-contact.tsx'
import { SUPPORT_HOURS } from './support-hours.ts'

async function copy(text: string) {
  if (await copyText(text)) toast.success(`复制成功：${text}`)
  else toast.error('支持邮箱未复制，请手动抄写')
}

export function SupportFacts() {
  const { data } = useQuery(contentQuery.settings())
  const { mail = '', line = '' } = data?.support ?? {}
  const mailRow = (
    <span className="flex flex-wrap items-center gap-x-3">
      <SupportContact by="mailto" to={mail} />
      {mail && (
        <Button size="small" kind="quiet" icon={<CopyIcon />} className="-ml-3" onClick={() => void copy(mail)}>
          复制
        </Button>
      )}
    </span>
  )
  return (
    <>
      <Details
        rows={[
          ['支持邮箱', mailRow],
          ['办公电话', <SupportContact key="line" by="tel" to={line} />],
          ['咨询时间', SUPPORT_HOURS],
        ]}
      />
      <p className="mt-3 border-t border-line pt-3 text-sm text-ink-soft">咨询时请说明单位名称和联系人。</p>
    </>
  )
}
