import { useQuery } from '@tanstack/react-query'
import { type DeclarationType, REASON_LENGTH } from '#contract/approval.ts'
import { approvalQuery, declarationTemplate } from '#app/data/approval.ts'
import { ExportButton } from '#app/parts/export-button.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { type CascadeNode, type CascadePath, labelsOf, samePath } from '#app/ui/cascade.ts'
import { Cascader } from '#app/ui/cascader.tsx'
import { Field } from '#app/ui/field.tsx'
import { CloseIcon } from '#app/ui/icon.tsx'
import { LazyDialog } from '#app/ui/lazy-dialog.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { AttachmentField } from './attachment-field.tsx'
import { type Declared, useDeclaration } from './use-declaration.ts'

interface Props {
  readonly row: Declared
  readonly open: boolean
  onClose(): void
}

function withoutChosen(
  nodes: readonly DeclarationType[],
  chosen: readonly CascadePath[],
  way: CascadePath = [],
): CascadeNode[] {
  return nodes.map(({ code, name, children }) => {
    const path = [...way, code]
    if (children.length > 0) return { value: code, label: name, children: withoutChosen(children, chosen, path) }
    return { value: code, label: name, disabled: chosen.some((one) => samePath(one, path)) }
  })
}

/** Drafts are stored until submission. */
export function DeclarationDialog({ row, open, onClose }: Props) {
  const { data: tree } = useQuery(approvalQuery.types())
  const form = useDeclaration(row, onClose)
  const options = tree && withoutChosen(tree, form.types)
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title="特殊申报"
      width={700}
      closing="button"
      footer={
        <>
          <Button onClick={onClose}>{form.waiting ? '关闭' : '取消'}</Button>
          <Button
            kind="primary"
            busy={form.busy}
            disabled={form.waiting !== undefined && !form.busy}
            onClick={() => void form.submit()}
          >
            提交
          </Button>
        </>
      }
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 text-base font-medium">{row.name}</p>
        <ExportButton kind="quiet" size="small" address={() => declarationTemplate(row.id)}>
          下载审批表模板
        </ExportButton>
      </div>
      <Field label="申报类型" required error={form.errors.types} hint="可选多项">
        {(control) => (
          <>
            <Cascader
              {...control}
              multiple
              label="申报类型"
              options={options}
              value={form.types}
              onChange={form.setTypes}
              placeholder="请选择申报类型"
            />
            <ul className="mt-1 flex flex-wrap gap-1">
              {form.types.map((path) => (
                <li
                  key={path.join('/')}
                  className="inline-flex max-w-full items-center rounded bg-sunk pl-2 text-sm text-ink"
                >
                  <span className="min-w-0">{labelsOf(options ?? [], path).join(' / ')}</span>
                  <IconButton
                    size="small"
                    label={`移除${labelsOf(options ?? [], path).join('')}`}
                    icon={<CloseIcon />}
                    onClick={() => form.setTypes(form.types.filter((one) => one !== path))}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Field>
      <Field label="申报原因" required error={form.errors.reason}>
        {(control) => (
          <TextArea
            {...control}
            counted
            rows={4}
            maxLength={REASON_LENGTH}
            placeholder="请说明情况"
            value={form.reason}
            onChange={(event) => form.setReason(event.target.value)}
          />
        )}
      </Field>
      <AttachmentField
        attachments={form.attachments.list}
        error={form.errors.files}
        errorOf={form.errorOf}
        going={form.waiting}
        locked={form.busy}
        onFiles={form.addFiles}
        onRemove={form.removeFile}
      />
      {form.waiting && (
        <output className="block rounded bg-working-soft px-3 py-2 text-sm text-working-ink">
          {form.busy
            ? '申报已保存在本机，正在提交；可以关闭此窗口。'
            : '该建筑有一份申报已保存在本机，联网后自动提交，进度见“待提交”。'}
        </output>
      )}
    </LazyDialog>
  )
}
