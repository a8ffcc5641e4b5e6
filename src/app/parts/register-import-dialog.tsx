import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportResult, REGISTER_BYTES, REGISTER_ROWS, type RegisterKind } from '#contract/register-import.ts'
import { checkRegister, importRegister, importTemplate, wrongRowsOf } from '#app/data/register-import.ts'
import { formatNumber } from '#app/lib/format.ts'
import { failureWords } from '#app/lib/request-words.ts'
import { TableFileField } from '#app/parts/table-file-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { toast } from '#app/ui/toast-queue.ts'
import { ToneMark } from '#app/ui/tone-mark.tsx'
import { ExportButton } from './export-button.tsx'

const WORDS = {
  units: { title: '导入单位', unit: '家', key: '统一社会信用代码已登记的单位会更新' },
  buildings: { title: '导入建筑', unit: '栋', key: '填了建筑编号的，或街道和名称都相同的建筑会更新' },
} as const

interface RegisterImportDialogProps {
  readonly kind: RegisterKind
  readonly open: boolean
  onClose(): void
}

export function RegisterImportDialog({ kind, open, onClose }: RegisterImportDialogProps) {
  return (
    <LazyDialog open={open} title={WORDS[kind].title} width={700} closing="button" onClose={onClose}>
      <ImportForm kind={kind} onClose={onClose} />
    </LazyDialog>
  )
}

function ImportForm({ kind, onClose }: Omit<RegisterImportDialogProps, 'open'>) {
  const client = useQueryClient()
  const { unit, key } = WORDS[kind]
  const [file, setFile] = useState<File>()
  const [doing, setDoing] = useState<'check' | 'import'>()
  const [error, setError] = useState('')
  const [checked, setChecked] = useState<ImportResult>()
  const forImport = checked ? checked.addedNum + checked.updatedNum : 0

  async function run(what: 'check' | 'import') {
    if (!file) return setError('请选择要导入的表格')
    if (file.size > REGISTER_BYTES) return setError('表格不能超过 16 MB，请拆分后导入')
    setDoing(what)
    setError('')
    try {
      if (what === 'check') return setChecked(await checkRegister(kind, file))
      const { addedNum, updatedNum, wrongNum } = await importRegister(client, kind, file)
      toast.success(
        `导入成功：新增 ${formatNumber(addedNum)}${unit}，更新 ${formatNumber(updatedNum)}${unit}` +
          (wrongNum > 0 ? `，${formatNumber(wrongNum)} 行有误未导入` : ''),
      )
      onClose()
    } catch (failure) {
      setError(failureWords(failure, what === 'check' ? '未能检查，请重试' : '导入失败'))
    } finally {
      setDoing(undefined)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!doing) void run(forImport > 0 ? 'import' : 'check')
      }}
    >
      <ul className="mb-3 list-disc space-y-1 pl-5 text-base text-ink">
        <li>先检查，不作改动；有误的行会列出原因，可下载改好再导入。</li>
        <li>{key}，其余的新增。</li>
        <li>支持 xlsx、csv，最多 {formatNumber(REGISTER_ROWS)} 行；各列可填的词在模板的第二张表。</li>
      </ul>
      <div className="mb-3">
        <ExportButton size="small" address={() => importTemplate(kind)}>
          下载模板
        </ExportButton>
      </div>
      <TableFileField
        label="表格"
        file={file}
        onFile={(chosen) => {
          setFile(chosen)
          setChecked(undefined)
          setError('')
        }}
      />
      <div className="my-3 min-h-[1.5rem]">
        {doing && <ProgressBar label={doing === 'check' ? '正在检查' : '正在导入'} />}
        {error && (
          <p role="alert" className="text-base text-danger-ink">
            {error}
          </p>
        )}
        {checked && file && !doing && <Checked result={checked} wrongRows={() => wrongRowsOf(kind, file)} />}
      </div>
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
        <Button onClick={onClose}>取消</Button>
        {forImport > 0 ? (
          <Button type="submit" kind="primary" busy={doing !== undefined}>
            {`导入 ${formatNumber(forImport)} 行`}
          </Button>
        ) : (
          <Button type="submit" kind="primary" busy={doing !== undefined}>
            检查
          </Button>
        )}
      </div>
    </form>
  )
}

// A scroll area must be focusable.
const SCROLLED = { role: 'group', 'aria-label': '有误的行', tabIndex: 0 } as const

function Checked({ result, wrongRows }: { result: ImportResult; wrongRows(): Promise<string> }) {
  const { addedNum, updatedNum, sameNum, wrongNum, wrong, unknown } = result
  const figures = [
    ['新增', addedNum],
    ['更新', updatedNum],
    ['未变', sameNum],
  ] as const
  return (
    <section aria-label="检查结果" className="rounded border border-line">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3">
        {figures.map(([word, count]) => (
          <span key={word} className="flex items-baseline gap-1.5 text-base text-ink">
            <b className="font-figure text-lg">{formatNumber(count)}</b>行{word}
          </span>
        ))}
        <span className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-2">
          <span className="flex items-center gap-1.5 text-base text-ink">
            <ToneMark tone={wrongNum > 0 ? 'attention' : 'ok'} />
            <b className="font-figure text-lg">{formatNumber(wrongNum)}</b>行需更正
          </span>
          {wrongNum > 0 && (
            <ExportButton size="small" address={wrongRows}>
              下载有误的行
            </ExportButton>
          )}
        </span>
      </div>
      {unknown.length > 0 && (
        <p className="border-t border-line px-4 py-2 text-sm text-attention-ink">
          未识别、不导入的列：{unknown.join('、')}
        </p>
      )}
      {wrong.length > 0 && (
        <div className="max-h-64 overflow-y-auto border-t border-line" {...SCROLLED}>
          <ul aria-label="有误的行" className="divide-y divide-line text-sm">
            {wrong.map(({ row, name, column, value, reason }) => (
              <li key={`${row} ${column}`} className="px-4 py-2 md:flex md:gap-3">
                <span className="mr-2 shrink-0 font-figure text-ink-soft md:mr-0 md:w-20">第 {row} 行</span>
                <span className="break-words text-ink md:w-40 md:shrink-0">{name}</span>
                <span className="block min-w-0 break-words text-attention-ink">
                  {column && `${column}${value ? `“${value}”` : ''}：`}
                  {reason}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
