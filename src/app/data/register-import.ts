import type { QueryClient } from '@tanstack/react-query'
import { type ImportResult, registerImport, type RegisterKind } from '#contract/register-import.ts'
import { CallError } from '#app/lib/call.ts'
import { addressOf, send } from '#app/session/send.ts'

export const importTemplate = async (kind: RegisterKind) => addressOf(await send(registerImport.template, { kind }))

export const checkRegister = (kind: RegisterKind, file: File): Promise<ImportResult> =>
  send(registerImport.run, { kind, file, mode: 'check' })

/** Valid rows only. */
export async function importRegister(client: QueryClient, kind: RegisterKind, file: File): Promise<ImportResult> {
  try {
    return await send(registerImport.run, { kind, file, mode: 'import' })
  } finally {
    const group = kind === 'units' ? 'unitManagement.' : 'building.'
    void client.invalidateQueries({
      predicate: ({ queryKey: [id] }) => typeof id === 'string' && id.startsWith(group),
    })
  }
}

/** @returns one-time URL of the wrong rows with their reasons */
export async function wrongRowsOf(kind: RegisterKind, file: File): Promise<string> {
  const { errorSheet } = await send(registerImport.run, { kind, file, mode: 'errors' })
  if (errorSheet === null) throw new CallError('http', '表格中已没有有误的行')
  return addressOf(errorSheet)
}
