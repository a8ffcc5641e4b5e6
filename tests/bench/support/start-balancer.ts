import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import type { BuiltServer } from '../../support/built-server.ts'
import { freePort } from '../../support/free-port.ts'
import { repositoryRoot as root } from '../../support/repository-root.ts'
import { send } from './person.ts'

/** `docs/operations/balancer.conf`; nginx 1.22 cannot find names again. */
export async function startBalancer(servers: readonly BuiltServer[]): Promise<{ url: string; stop(): Promise<void> }> {
  const place = mkdtempSync(join(tmpdir(), 'fire-balancer-'))
  const port = await freePort()
  const ours = readFileSync(join(root, 'docs/operations/balancer.conf'), 'utf8')
    .replace(/^ *resolver .*$/gm, '')
    .replace(/app-(\d):8080 resolve/g, (_, n: string) => `127.0.0.1:${servers[Number(n) - 1]?.port}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${place}/${what};`,
  )
  writeFileSync(
    join(place, 'nginx.conf'),
    `pid ${place}/pid; error_log ${place}/error.log; daemon off; worker_processes 1; user root;
    events { worker_connections 4096; } http { access_log off; ${paths.join(' ')} ${ours} }`,
  )
  const nginx: ChildProcess = spawn('nginx', ['-p', place, '-c', join(place, 'nginx.conf')], { stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  for (let n = 0; n < 50 && (await send(`${url}/ops/health`, {})).status !== 200; n += 1) await later(100)
  return {
    url,
    async stop() {
      const exited = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await exited
      rmSync(place, { recursive: true, force: true })
    },
  }
}
