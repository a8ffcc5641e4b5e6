import { userInfo } from 'node:os'

const LONGEST = 64

function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`
  }
}

/** Under sudo the calling user; only root's `SUDO_USER` counts. */
export function readOperator(
  given: { readonly name?: string | undefined; readonly sudoUser?: string | undefined },
  user: string = systemUser(),
  isRoot: boolean = process.getuid?.() === 0,
): string {
  const named = given.name?.trim() || (isRoot ? given.sudoUser?.trim() : '')
  return named && named !== user ? `${named.slice(0, LONGEST)}（${user}）` : user
}
