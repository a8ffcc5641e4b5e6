import type { ComponentProps } from 'react'
import { UploadIcon } from './action-icons.tsx'
import { buttonClass } from './button.tsx'
import { cx } from './cx.ts'
import type { FieldControl } from './field.tsx'

interface FileFieldProps extends FieldControl, Pick<ComponentProps<'input'>, 'accept' | 'name' | 'onChange'> {
  readonly file: File | undefined
}

/** The browser's own is in the browser's language. */
export function FileField({ file, ...control }: FileFieldProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <label
        className={cx(
          buttonClass(),
          'shrink-0 cursor-pointer focus-within:outline focus-within:outline-2 focus-within:outline-focus',
        )}
      >
        <UploadIcon />
        选择文件
        <input type="file" className="sr-only" {...control} />
      </label>
      <span className="min-w-0 truncate text-sm text-ink-soft">{file?.name ?? '未选择'}</span>
    </span>
  )
}
