import { Buffer } from 'node:buffer'
import readXlsxFile from 'read-excel-file/node'
import type { TestApi } from './api-context.ts'

export async function readExport(
  t: TestApi,
  url: string,
): Promise<{ name: string; header: string[]; rows: unknown[][] }> {
  const file = await t.api.request(url)
  const name = decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(file.headers.get('content-disposition') ?? '')![1]!)
  const sheet = await readXlsxFile(Buffer.from(await file.arrayBuffer()))
  const cells = ('data' in sheet[0]! ? (sheet[0] as { data: unknown[][] }).data : sheet) as unknown[][]
  return { name, header: (cells[0] ?? []).map(String), rows: cells.slice(1) }
}
