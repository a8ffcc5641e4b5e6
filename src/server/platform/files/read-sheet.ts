import { readCsv } from './csv-reader.ts'
import { SheetError, type SheetRow } from './sheet-row.ts'
import { readXlsx } from './xlsx-reader.ts'

/** xlsx; xls or encrypted xlsx; the mark of encryption. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le')

let earlier: Promise<unknown> = Promise.resolve()

/** Time slices of many files would fill each turn of the event loop. */
function inTurn<T>(read: () => Promise<T>): Promise<T> {
  const done = earlier.then(read)
  earlier = done.catch(() => undefined)
  return done
}

/** @param most non-blank rows, including the header @throws SheetError with a user message */
export async function readSheet(bytes: Buffer, most: number): Promise<SheetRow[]> {
  if (bytes.length === 0) throw new SheetError('文件是空的')
  if (bytes.subarray(0, 4).equals(OLD_EXCEL))
    throw new SheetError(
      bytes.includes(LOCKED) ? '文件已加密，请取消密码后重新保存再导入' : '不支持 xls 格式，请另存为 xlsx 后导入',
    )
  return inTurn(() => (bytes.subarray(0, 4).equals(ZIP) ? readXlsx(bytes, most) : readCsv(bytes, most)))
}
