import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import type { UnsentCall } from '../app/offline/outbox/unsent-write.ts'
import { endpoints } from '../contract/all.ts'
import { buildIife } from './build-iife.ts'

/** Independent of the app's chunks, which may be what fails. */
export function repairPage(page: string): Plugin {
  let root = ''
  return {
    name: 'repair-page',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    async generateBundle() {
      const html = await readFile(join(root, page), 'utf8')
      const script = await buildIife(root, join(dirname(page), 'repair.ts'), {
        QUEUED_CALLS: JSON.stringify(queuedCalls()),
      })
      const source = html.replace('<script src="./repair.ts"></script>', () => `<script>${script}</script>`)
      this.emitFile({ type: 'asset', fileName: 'repair.html', source })
    },
  }
}

/** Without schemas. */
function queuedCalls(): UnsentCall[] {
  return endpoints()
    .filter(({ queue }) => queue === 'queue')
    .map(
      ({
        id,
        group,
        verb,
        method,
        path,
        encoding,
        access,
        stamped,
        repeated,
        whileOwing,
        whileIncomplete,
        timeoutMs,
      }) => ({
        id,
        group,
        verb,
        method,
        path,
        encoding,
        access,
        ...(stamped !== undefined && { stamped }),
        ...(repeated !== undefined && { repeated }),
        ...(whileOwing !== undefined && { whileOwing }),
        ...(whileIncomplete !== undefined && { whileIncomplete }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
    )
}
