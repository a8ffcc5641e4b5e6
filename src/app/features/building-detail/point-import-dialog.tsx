import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IMPORT_ROWS } from '#contract/point.ts'
import { importPoints, type PointPlace } from '#app/data/point.ts'
import { CallError } from '#app/lib/call.ts'
import { formatNumber } from '#app/lib/format.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { TableFileField } from '#app/parts/table-file-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { toast } from '#app/ui/toast-queue.ts'

interface PointImportDialogProps {
  readonly place: PointPlace
  readonly open: boolean
  onClose(): void
}

export function PointImportDialog({ place, open, onClose }: PointImportDialogProps) {
  return (
    <LazyDialog open={open} title="导入点位" width={700} closing="button" onClose={onClose}>
      <ImportForm place={place} onDone={onClose} />
    </LazyDialog>
  )
}

/** The BOM makes spreadsheet programs read the file as UTF-8. */
const TEMPLATE = `\ufeff设备编号,点位编号,设备名称,消防系统,监测项,设备类型,楼层,部位,描述
20260001,HZ-9001,3层烟感探测器01,火灾自动报警系统,火警信息,点型光电感烟火灾探测器,3层,东区,示例行，导入前请删除
`
const TEMPLATE_URL = `data:text/csv;charset=utf-8,${encodeURIComponent(TEMPLATE)}`
/** Below the server's limit of 1 MB. */
const MOST_BYTES = 990_000

interface Refusal {
  readonly text: string
  readonly rows: readonly (readonly [row: string, why: string])[]
}

function refusalOf(error: unknown): Refusal {
  const text = failureWords(error, '导入失败')
  const fields = error instanceof CallError ? Object.entries(error.fields) : []
  return { text, rows: fields.filter(([name]) => name.startsWith('第')) }
}

function ImportForm({ place, onDone }: { place: PointPlace; onDone(): void }) {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()

  async function run() {
    if (!file) return setRefusal({ text: '请选择要导入的文件', rows: [] })
    if (file.size > MOST_BYTES) return setRefusal({ text: '文件不能超过 1 MB，请拆分后导入', rows: [] })
    setBusy(true)
    setRefusal(undefined)
    try {
      const done = await importPoints(client, place, file)
      const { addedNum = 0, updatedNum = 0, sameNum = 0 } = done ?? {}
      toast.success(done ? `导入成功：新增 ${addedNum}，更新 ${updatedNum}，未变 ${sameNum}` : '导入成功')
      onDone()
    } catch (error) {
      setRefusal(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void run()
      }}
    >
      <ul className="mb-4 list-disc space-y-1 pl-5 text-base text-ink">
        <li>
          <strong>全部导入或全部不导入</strong>：只要有一行有误，任何点位都不会导入，有误的行会逐行列出。
        </li>
        <li>点位编号已存在的行只更新楼层、部位和描述，其余各列须与现有点位一致。</li>
        <li>
          支持 xlsx、csv，最多 {formatNumber(IMPORT_ROWS)} 行、1 MB；导出的表格可直接修改后导入。
          <a className="ml-1 text-link underline" href={TEMPLATE_URL} download="点位导入模板.csv">
            下载模板
          </a>
        </li>
      </ul>
      <TableFileField
        label="点位表格"
        file={file}
        onFile={(chosen) => {
          setFile(chosen)
          setRefusal(undefined)
        }}
      />
      <div className="my-3 min-h-[1.5rem]">
        {busy && <ProgressBar label="正在导入点位" />}
        {refusal && <Refused refusal={refusal} />}
      </div>
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onDone}>取消</Button>
        <Button type="submit" kind="primary" busy={busy}>
          开始导入
        </Button>
      </div>
    </form>
  )
}

function Refused({ refusal: { text, rows } }: { refusal: Refusal }) {
  return (
    <div className="rounded border border-danger bg-danger-soft p-3 text-danger-ink">
      <p role="alert" className="text-base font-medium">
        {text}
      </p>
      {rows.length > 0 && (
        <ul aria-label="有误的行" className="mt-2 max-h-56 space-y-1 overflow-y-auto text-sm">
          {rows.map(([row, why]) => (
            <li key={row} className="flex gap-3">
              <span className="w-20 shrink-0 font-figure">{row}</span>
              <span className="min-w-0 break-words">{why}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
