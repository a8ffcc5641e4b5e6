import { createHmac } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { limitRate } from '../platform/too-often.ts'
import type { Deps } from '../platform/deps.ts'
import { networkOf } from '../platform/client-ip.ts'
import type { Context } from '../platform/implement.ts'
import { drawPicture, newCode } from './picture-code.ts'
import { picture } from '../schema/session.table.ts'

const LIFE_MS = 5 * 60_000

/** Enough for an office behind one address. */
const PICTURES = { points: 120, windowSec: 60, blockSec: 0 }

// Equal codes have different hashes.
const hashCode = (token: string, code: string) =>
  createHmac('sha256', token).update(code.toLowerCase()).digest('base64url')

export async function createPicture({
  deps,
  address,
  now,
}: Context<unknown>): Promise<{ path: string; photographToken: string }> {
  await limitRate({ deps, now }, `picture:${networkOf(address)}`, PICTURES, '操作')
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

/** Consumes the picture, right or wrong. */
export async function takePicture(deps: Deps, token: string, code: string): Promise<boolean> {
  const [row] = await deps.db
    .delete(picture)
    .where(and(eq(picture.token, token), gt(picture.expiresAt, deps.now())))
    .returning()
  return row !== undefined && row.codeHash === hashCode(token, code)
}
