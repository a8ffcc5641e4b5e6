import type { Session } from '../platform/session.ts'

export const signedName = ({ name }: Pick<Session, 'name'>, watchman: string | undefined): string =>
  !watchman || watchman === name ? name : `${watchman}（${name}）`
