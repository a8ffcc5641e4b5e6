import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const children = new Set()

export function stopChildren() {
  for (const child of children) child.kill('SIGTERM')
}

function start([file, ...args], env, stdio) {
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`
  const child = spawn(file, args, { cwd: root, env: { ...process.env, ...env, PATH: path }, stdio })
  children.add(child)
  return child
}

const ended = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      children.delete(child)
      resolve(code ?? 1)
    })
  })

export function run(command, env = {}) {
  return ended(start(command, env, 'inherit'))
}

async function runQuietly(command) {
  const child = start(command, { NO_COLOR: '1' }, ['ignore', 'pipe', 'pipe'])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return { exit: await ended(child), output }
}

/** Two at a time; all run. @param {{ title: string, command: string[] }[]} jobs @returns {Promise<{ ok: boolean }>} */
export async function inPairs(jobs) {
  const waiting = [...jobs]
  let ok = true
  async function work() {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const from = performance.now()
      const { exit, output } = await runQuietly(job.command)
      console.log(`${exit === 0 ? 'ok  ' : 'FAIL'}  ${job.title} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
      if (exit !== 0) {
        console.log(output.trimEnd())
        ok = false
      }
    }
  }
  await Promise.all([work(), work()])
  return { ok }
}
