import type { Session } from '../platform/session.ts'

/** Of an act. @param watchman empty: the account's own */
export const signedName = ({ name }: Pick<Session, 'name'>, watchman: string | undefined): string =>
  !watchman || watchman === name ? name : `${watchman}（${name}）`
