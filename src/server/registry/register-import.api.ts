import { registerImport, type RegisterKind } from '#contract/register-import.ts'
import { AppError } from '../platform/app-error.ts'
import { exportFileName } from '../platform/export-file-name.ts'
import { implement } from '../platform/implement.ts'
import { issueDownload } from '../platform/issue-download.ts'
import { takeExport } from '../platform/take-export.ts'
import { errorSheet, importRegister, templateSheet, wrongList } from './import-register.ts'

const RUNS = { points: 6, windowSec: 60, blockSec: 0 }
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const WORDS: Readonly<Record<RegisterKind, string>> = { units: '单位', buildings: '建筑' }

export const registerImportApi = implement(registerImport, {
  async template({ kind }, ctx) {
    await takeExport(ctx)
    return issueDownload(ctx, {
      fileName: exportFileName(ctx.now, `${WORDS[kind]}导入模板`),
      contentType: XLSX,
      audit: () => ({ rows: 1 }),
      content: await templateSheet(ctx.db, kind),
    })
  },

  async run({ kind, file, mode }, ctx) {
    const { allowed } = await ctx.deps.limits.take(`import:${ctx.session.accountId}`, RUNS, ctx.now)
    if (!allowed) throw new AppError(429, '导入过于频繁，请稍后再试')
    const bytes = Buffer.from(await file.arrayBuffer())
    const imported = await importRegister(ctx, kind, bytes, mode === 'import' ? 'valid' : 'check')
    const wrongNum = imported.wrong.size
    return {
      addedNum: imported.added,
      updatedNum: imported.updated,
      sameNum: imported.same,
      wrongNum,
      wrong: wrongList(kind, imported),
      unknown: [...imported.table.unknown],
      errorSheet:
        mode !== 'errors' || wrongNum === 0
          ? null
          : await issueDownload(ctx, {
              fileName: exportFileName(ctx.now, `${WORDS[kind]}有误的行`),
              contentType: XLSX,
              content: errorSheet(imported),
            }),
    }
  },
})
