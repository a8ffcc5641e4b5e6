import { orMissing } from '#app/lib/format.ts'
import { Button } from '#app/ui/button.tsx'
import { AlertIcon } from '#app/ui/icon.tsx'

interface Contested {
  readonly name: string
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

interface EditConflictProps {
  /** '点位', '建筑'. */
  readonly what: string
  readonly rows: readonly Contested[]
  onTake(name: string): void
}

/** Source: field design, Writing. */
export function EditConflict({ what, rows, onTake }: EditConflictProps) {
  return (
    <section
      aria-label="修改冲突"
      className="mb-4 rounded border border-attention bg-attention-soft p-3 text-attention-ink"
    >
      <p role="alert" className="flex items-start gap-2 text-base font-medium">
        <AlertIcon className="mt-0.5" />该{what}在您打开后已被修改，您的修改尚未保存。请逐项选择后再保存。
      </p>
      <table className="mt-2 w-full text-left text-sm">
        <thead>
          <tr>
            <th scope="col" className="w-20 py-1 font-normal">
              项目
            </th>
            <th scope="col" className="py-1 font-normal">
              我的修改
            </th>
            <th scope="col" className="py-1 font-normal">
              他人已保存
            </th>
            <th scope="col" className="w-24 py-1">
              <span className="sr-only">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, label, mine, theirs }) => (
            <tr key={name} className="border-t border-attention/30">
              <th scope="row" className="py-1 pr-2 font-normal">
                {label}
              </th>
              <td className="break-all py-1 pr-2">{orMissing(mine)}</td>
              <td className="break-all py-1 pr-2">{orMissing(theirs)}</td>
              <td className="py-1 text-right">
                {mine !== theirs && (
                  <Button size="small" aria-label={`${label}采用对方内容`} onClick={() => onTake(name)}>
                    采用对方内容
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
