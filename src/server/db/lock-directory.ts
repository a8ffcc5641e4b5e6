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

/** Who holds a lock, as its file tells it. `token` names this one holding; `beacon` is a socket file beside the lock, or empty. */
type Holder = ProcessSpace & { token: string; pid: number; started: string; beacon: string }

/** The directory is open in another process. Its message is one line for the operator. */
export class DirectoryLockedError extends Error {
  override readonly name = 'DirectoryLockedError'
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code
}

/** Undefined when there is no file. A lock file is only ever seen whole, so one that can't be read is a wreck (a power cut). */
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

/** Puts the whole record there at once, or, when the name is taken, nothing: false. */
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
    // A start that can't be read (another user's process) can't prove the number was given out again.
    return started !== undefined && (started === '' || holder.started === '' || started === holder.started)
  }
  return holder.beacon === '' || isBeaconLit(join(dirname(file), holder.beacon))
}

/**
 * Puts `mine` in the place of a dead holder's record. Only who owns the claim named after that very record may do it,
 * so of several who found it dead one goes on, and one who comes late finds another record and stops.
 * True: done. False: something changed, look again. A live claimant is returned: it is about to hold the lock.
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

/** Undefined once `mine` is the record in the lock file, else the live holder that is in the way. */
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

/**
 * Takes the directory for this process, by a lock file beside it. Rejects at once with DirectoryLockedError while its holder lives;
 * a dead holder's lock is taken over, by one only of those who try.
 */
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
