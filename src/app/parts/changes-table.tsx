import type { RegisterChange } from '#contract/register-change.ts'
import { orMissing } from '#app/lib/format.ts'

interface ChangesTableProps {
  readonly changes: readonly RegisterChange[]
  /** Or value at the decision. */
  readonly before?: string
  readonly after?: string
}

export function ChangesTable({ changes, before = '登记内容', after = '申请修改为' }: ChangesTableProps) {
  return (
    <table className="w-full table-fixed text-left text-base">
      <caption className="sr-only">新旧内容对照</caption>
      <thead className="text-sm text-ink-soft">
        <tr>
          <th scope="col" className="w-[5.5rem] py-1.5 pr-2 font-normal">
            项目
          </th>
          <th scope="col" className="py-1.5 pr-3 font-normal">
            {before}
          </th>
          <th scope="col" className="py-1.5 font-normal">
            {after}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field} className="border-t border-line align-top">
            <th scope="row" className="py-2 pr-2 text-sm font-normal leading-6 text-ink-soft">
              {change.label}
            </th>
            <td className="break-words py-2 pr-3 text-ink-soft">{orMissing(change.before)}</td>
            <td className="break-words py-2 font-medium text-ink">{orMissing(change.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
