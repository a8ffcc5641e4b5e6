import { Field } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'

const TABLES = '.xlsx,.csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv'

interface TableFileFieldProps {
  readonly label: string
  readonly file: File | undefined
  onFile(file: File | undefined): void
}

export function TableFileField({ label, file, onFile }: TableFileFieldProps) {
  return (
    <Field label={label} required>
      {(control) => (
        <FileField {...control} accept={TABLES} file={file} onChange={({ target }) => onFile(target.files?.[0])} />
      )}
    </Field>
  )
}
