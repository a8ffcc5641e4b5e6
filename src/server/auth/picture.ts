import { createHmac } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from '../http/caller-address.ts'
import type { Context } from '../implement.ts'
import { drawPicture, newCode } from './picture-code.ts'
import { picture } from './session.table.ts'

const LIFE_MS = 5 * 60_000

/** Pictures an address may have in a minute: an office behind one address signs in, a loop fills no table. */
const PICTURES = { points: 120, windowSec: 60, blockSec: 0 }

// The token is random and never stored with the code in the clear: the row alone tells neither.
const hashCode = (token: string, code: string) =>
  createHmac('sha256', token).update(code.toLowerCase()).digest('base64url')

/**
 * A new picture code: a data image and the token that goes back with its answer.
 * @throws AppError 429 where the address asks on and on
 */
export async function createPicture({
  deps,
  address,
  now,
}: Context<unknown>): Promise<{ path: string; photographToken: string }> {
  if (!(await deps.limits.take(`picture:${networkOf(address)}`, PICTURES, now)).allowed) throw new AppError(429)
  const code = deps.settings.fixedPictureCode ?? newCode(deps.random)
  const token = deps.newToken()
  await deps.db.insert(picture).values({
    token,
    codeHash: hashCode(token, code),
    expiresAt: new Date(now.getTime() + LIFE_MS),
  })
  const image = await drawPicture(code, deps.random)
  return { path: `data:image/png;base64,${Buffer.from(image).toString('base64')}`, photographToken: token }
}

/** Whether the answer is right; either way the picture has served. */
export async function takePicture(deps: Deps, token: string, code: string): Promise<boolean> {
  const [row] = await deps.db
    .delete(picture)
    .where(and(eq(picture.token, token), gt(picture.expiresAt, deps.now())))
    .returning()
  return row !== undefined && row.codeHash === hashCode(token, code)
}
