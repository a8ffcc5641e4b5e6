import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isBeaconLit, lightBeacon } from './lock-beacon.ts'
import { currentSpace, startToken, type ProcessSpace } from './process-identity.ts'

export type DirectoryLock = { release(): Promise<void> }

/** `token` identifies this acquisition; `beacon` names a socket file next to the lock, or is empty. */
type Holder = ProcessSpace & { token: string; pid: number; started: string; beacon: string }

export class DirectoryLockedError extends Error {
  override readonly name = 'DirectoryLockedError'
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code
}

/** Lock files are created atomically, so an unreadable one is corrupt (power failure). */
function readHolder(file: string): Holder | 'wreck' | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const isHolder = typeof holder === 'object' && holder !== null && 'token' in holder && 'pid' in holder
    return isHolder ? (holder as Holder) : 'wreck'
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    if (error instanceof SyntaxError) return 'wreck'
    throw error
  }
}

function tokenOf(holder: Holder | 'wreck'): string {
  return holder === 'wreck' ? 'wreck' : holder.token
}

function createExclusively(file: string, holder: Holder): boolean {
  const draft = `${file}.${holder.token}.new`
  const handle = openSync(draft, 'wx')
  try {
    writeSync(handle, JSON.stringify(holder))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

async function isAlive(holder: Holder | 'wreck', file: string): Promise<boolean> {
  if (holder === 'wreck') return false
  const here = currentSpace()
  if (holder.boot !== here.boot) return holder.host !== here.host
  if (holder.namespace === here.namespace) {
    const started = startToken(holder.pid)
    // An unknown start time (another user's process) cannot prove that the pid was reused.
    return started !== undefined && (started === '' || holder.started === '' || started === holder.started)
  }
  return holder.beacon === '' || isBeaconLit(join(dirname(file), holder.beacon))
}

/**
 * Only the process with the claim file named after the dead record may replace it. @returns false: state changed,
 * retry; a Holder: a live claimant
 */
async function replaceDead(file: string, dead: Holder | 'wreck', mine: Holder): Promise<boolean | Holder> {
  const claim = `${file}.${tokenOf(dead)}`
  if (!createExclusively(claim, mine)) {
    const claimant = readHolder(claim)
    if (claimant === undefined) return false
    if (claimant !== 'wreck' && (await isAlive(claimant, file))) return claimant
    const replaced = await replaceDead(claim, claimant, mine)
    if (replaced !== true) return replaced
  }
  const now = readHolder(file)
  if (now === undefined || tokenOf(now) !== tokenOf(dead)) {
    rmSync(claim, { force: true })
    return false
  }
  renameSync(claim, file)
  if (dead !== 'wreck' && dead.beacon !== '') rmSync(join(dirname(file), dead.beacon), { force: true })
  return true
}

function refusal(directory: string, file: string, holder: Holder): DirectoryLockedError {
  const here = currentSpace()
  const isHere = holder.boot === here.boot && holder.namespace === here.namespace
  return new DirectoryLockedError(
    isHere
      ? `${directory} is already open in process ${holder.pid}: stop that process first`
      : `${directory} is already open in process ${holder.pid} of ${holder.host}: stop it first, or delete ${file} if that machine or container is gone for good`,
  )
}

async function acquire(file: string, mine: Holder): Promise<Holder | undefined> {
  for (;;) {
    if (createExclusively(file, mine)) return undefined
    const holder = readHolder(file)
    if (holder === undefined) continue
    if (holder !== 'wreck' && (await isAlive(holder, file))) return holder
    const replaced = await replaceDead(file, holder, mine)
    if (replaced === true) return undefined
    if (replaced !== false) return replaced
  }
}

/** @throws DirectoryLockedError at once if the holder is alive */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  mkdirSync(dirname(directory), { recursive: true })
  const file = `${directory}.lock`
  const token = randomBytes(6).toString('hex')
  const beaconFile = `${file}-${token}.sock`
  const beacon = await lightBeacon(beaconFile)
  const mine: Holder = {
    ...currentSpace(),
    token,
    pid: process.pid,
    started: startToken(process.pid) ?? '',
    beacon: beacon === null ? '' : basename(beaconFile),
  }
  const release = async (): Promise<void> => {
    const holder = readHolder(file)
    if (holder !== undefined && tokenOf(holder) === token) rmSync(file, { force: true })
    await beacon?.put()
  }
  const other = await acquire(file, mine).catch(async (error: unknown) => {
    await beacon?.put()
    throw error
  })
  if (other === undefined) return { release }
  await beacon?.put()
  throw refusal(directory, file, other)
}
