import { userInfo } from 'node:os'

const LONGEST = 64

/** The operating system's user; a container may know its number only. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`
  }
}

/**
 * The person at the console, for the audit: the given name or, under sudo, the user who called it, with the system's user
 * in brackets. Only root's `SUDO_USER` counts: anybody else can set it.
 */
export function readOperator(
  given: { readonly name?: string | undefined; readonly sudoUser?: string | undefined },
  user: string = systemUser(),
  isRoot: boolean = process.getuid?.() === 0,
): string {
  const named = given.name?.trim() || (isRoot ? given.sudoUser?.trim() : '')
  return named && named !== user ? `${named.slice(0, LONGEST)}（${user}）` : user
}
